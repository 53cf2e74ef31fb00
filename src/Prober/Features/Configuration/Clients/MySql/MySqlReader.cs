using System.Net;
using System.Net.Sockets;
using MySqlConnector;
using Prober.Engine.Probing;
using Prober.Engine.Probing.Securing;

namespace Prober.Features.Configuration.Clients.MySql;

/// <summary><c>driver: mysql</c>: logs in, pings, and looks for data. MariaDB speaks the same.</summary>
internal static class MySqlReader
{
    public static DatabaseProbe Read(ConfigSection section, string host, int port, TlsRules rules, bool hasTls)
    {
        var rows = DataRow.Read(section);
        var login = new MySqlConnectionStringBuilder
        {
            Port = (uint)port,
            UserID = section.User() ?? "",
            Password = section.Text("password") ?? "",
            Pooling = false,
            SslMode = hasTls ? MySqlSslMode.Required : MySqlSslMode.None,
            AllowPublicKeyRetrieval = !hasTls, // caching_sha2_password without TLS, as Go's client has it
            SslCert = section.Text("cert") ?? "",
            SslKey = section.Text("key") ?? "",
        };
        return new(host, port, rules, (address, judge, call) => TalkAsync(login.ConnectionString, hasTls, rows, address, judge, call));
    }

    /// <summary>The client does not say why it cannot connect, but the system does.</summary>
    private static async Task OpenAsync(MySqlConnection connection, IPEndPoint server, CancellationToken cancellationToken)
    {
        try
        {
            await connection.OpenAsync(cancellationToken);
        }
        catch (MySqlException exception) when (exception is { ErrorCode: MySqlErrorCode.UnableToConnectToHost, InnerException: null })
        {
            using var socket = new Socket(server.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
            await socket.ConnectAsync(server, cancellationToken);
            await connection.OpenAsync(cancellationToken); // the server has opened its port meanwhile
        }
    }

    private static async Task TalkAsync(
        string login, bool hasTls, List<DataRow> rows, IPAddress address, CertificateJudge judge, ProbeCall call)
    {
        var settings = new MySqlConnectionStringBuilder(login)
        {
            Server = $"{address}",
            ConnectionTimeout = (uint)Math.Max(1, Math.Ceiling(call.Timeout.TotalSeconds)),
        };
        await using var connection = new MySqlConnection(settings.ConnectionString);
        if (hasTls)
        {
            connection.RemoteCertificateValidationCallback = judge.Options().RemoteCertificateValidationCallback;
        }

        await OpenAsync(connection, new(address, (int)settings.Port), call.Token);
        await connection.PingAsync(call.Token);
        foreach (var row in rows)
        {
            await using var command = connection.CreateCommand();
            command.CommandText = $"SELECT `{row.Column}` FROM `{row.Database}`.`{row.Table}` WHERE `{row.Key}` = @value LIMIT 1";
            command.Parameters.AddWithValue("@value", row.Value);
            if (row.Problem(await command.ExecuteScalarAsync(call.Token)) is { } problem)
            {
                call.Result.Fail(FailureClass.Content, problem);
                return;
            }
        }
    }
}
