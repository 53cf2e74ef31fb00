using System.Net;
using Npgsql;
using Prober.Engine.Probing;
using Prober.Engine.Probing.Securing;

namespace Prober.Features.Configuration.Clients.Postgres;

/// <summary><c>driver: postgres</c>: logs in, asks for 1, and looks for data.</summary>
internal static class PostgresReader
{
    /// <summary>Each server has it; EaseProbe uses it too.</summary>
    private const string Usual = "template1";

    public static DatabaseProbe Read(ConfigSection section, string host, int port, TlsRules rules, bool hasTls)
    {
        var rows = DataRow.Read(section);
        var login = new NpgsqlConnectionStringBuilder
        {
            Port = port,
            Username = section.User() ?? "postgres",
            Password = section.Text("password"),
            Pooling = false,
            SslMode = hasTls ? SslMode.Require : SslMode.Disable,
            GssEncryptionMode = GssEncryptionMode.Disable,
        };
        return new(host, port, rules, (address, judge, call) => TalkAsync(login.ConnectionString, hasTls, rows, address, judge, call));
    }

    private static async Task TalkAsync(
        string login, bool hasTls, List<DataRow> rows, IPAddress address, CertificateJudge judge, ProbeCall call)
    {
        foreach (var database in rows.Select(row => row.Database).DefaultIfEmpty(Usual).Distinct())
        {
            var settings = new NpgsqlConnectionStringBuilder(login)
            {
                Host = $"{address}",
                Database = database,
                Timeout = (int)Math.Clamp(Math.Ceiling(call.Timeout.TotalSeconds), 1, 1024),
            };
            await using var connection = new NpgsqlConnection(settings.ConnectionString);
            if (hasTls)
            {
                connection.SslClientAuthenticationOptionsCallback = options =>
                {
                    var own = judge.Options();
                    options.RemoteCertificateValidationCallback = own.RemoteCertificateValidationCallback;
                    options.CertificateChainPolicy = own.CertificateChainPolicy;
                    options.ClientCertificateContext = own.ClientCertificateContext;
                };
            }

            await connection.OpenAsync(call.Token);
            await using var one = new NpgsqlCommand("SELECT 1", connection);
            await one.ExecuteScalarAsync(call.Token);
            foreach (var row in rows.Where(row => row.Database == database))
            {
                await using var command = new NpgsqlCommand(
                    $"SELECT \"{row.Column}\"::text FROM \"{row.Table}\" WHERE \"{row.Key}\"::text = $1 LIMIT 1", connection);
                command.Parameters.Add(new() { Value = row.Value });
                if (row.Problem(await command.ExecuteScalarAsync(call.Token)) is { } problem)
                {
                    call.Result.Fail(FailureClass.Content, problem);
                    return;
                }
            }
        }
    }
}
