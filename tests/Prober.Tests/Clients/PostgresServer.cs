using System.Diagnostics;

namespace Prober.Tests.Clients;

/// <summary>PostgreSQL on a free port, with a user and a row.</summary>
internal sealed class PostgresServer(Process process, TempDirectory folder, int port) : IAsyncDisposable
{
    private const string Programs = "/usr/lib/postgresql";
    private const string User = "postgres";

    public int Port => port;

    /// <param name="tls">The certificate and the key of the server, in PEM; null for cleartext.</param>
    public static async Task<PostgresServer> StartAsync((string Certificate, string Key)? tls = null)
    {
        var bin = Directory.Exists(Programs)
            ? Directory.GetDirectories(Programs).Select(one => Path.Combine(one, "bin")).FirstOrDefault(one => File.Exists(Path.Combine(one, "initdb")))
            : null;
        if (bin is null)
        {
            MissingPeer.Skip("PostgreSQL's server is not installed: this test needs it (Debian: apt-get install postgresql).");
        }

        var folder = new TempDirectory("postgres");
        var (data, port) = (folder.Combine("data"), LoopbackPort.FindFree());
        File.WriteAllText(folder.Combine("password"), "secret");
        if (Environment.UserName == "root")
        {
            await MariaServer.RunAsync("chown", "-R", User, folder.Path);
        }

        await RunAsync(Path.Combine(bin, "initdb"), "-D", data, "-A", "scram-sha-256", "-U", "demo", $"--pwfile={folder.Combine("password")}", "--no-sync");
        List<string> arguments = ["-D", data, "-p", $"{port}", "-h", "127.0.0.1", "-k", folder.Path, "-c", "fsync=off"];
        if (tls is var (certificate, key))
        {
            File.WriteAllText(Path.Combine(data, "server.crt"), certificate);
            File.WriteAllText(Path.Combine(data, "server.key"), key);
            if (Environment.UserName == "root")
            {
                await MariaServer.RunAsync("chown", User, Path.Combine(data, "server.key"), Path.Combine(data, "server.crt"));
            }

            await MariaServer.RunAsync("chmod", "600", Path.Combine(data, "server.key"));
            arguments.AddRange(["-c", "ssl=on"]);
        }

        var (program, before) = As(Path.Combine(bin, "postgres"));
        var process = Process.Start(new ProcessStartInfo(program, [.. before, .. arguments]) { RedirectStandardError = true })!;
        process.BeginErrorReadLine();
        return new(process, folder, port);
    }

    /// <summary>Makes a table and a row, as soon as the server answers.</summary>
    public async Task FillAsync()
    {
        await using var source = Npgsql.NpgsqlDataSource.Create($"Host=127.0.0.1;Port={port};Username=demo;Password=secret;Database=postgres;Pooling=false");
        await Deadline.UntilAsync(async () =>
        {
            try
            {
                await using var command = source.CreateCommand("CREATE TABLE product (id int PRIMARY KEY, name text); INSERT INTO product VALUES (1, 'EaseProbe')");
                await command.ExecuteNonQueryAsync(TestContext.Current.CancellationToken);
                return true;
            }
            catch (Npgsql.NpgsqlException exception) when (exception is not Npgsql.PostgresException { SqlState: not "57P03" })
            {
                return false; // It starts.
            }
        });
    }

    public async ValueTask DisposeAsync()
    {
        process.Kill();
        await process.WaitForExitAsync(CancellationToken.None);
        process.Dispose();
        folder.Dispose();
    }

    private static Task RunAsync(string program, params string[] arguments)
    {
        var (runner, before) = As(program);
        return MariaServer.RunAsync(runner, [.. before, .. arguments]);
    }

    /// <summary>PostgreSQL refuses to run as root.</summary>
    private static (string Program, string[] Before) As(string program) => Environment.UserName == "root"
        ? ("setpriv", [$"--reuid={User}", $"--regid={User}", "--clear-groups", program])
        : (program, []);
}
