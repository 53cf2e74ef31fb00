using System.Diagnostics;

namespace Prober.Tests.Clients;

/// <summary>MariaDB on a free port, with a user and a row.</summary>
internal sealed class MariaServer(Process process, TempDirectory folder, int port) : IAsyncDisposable
{
    private const string Init = """
        CREATE DATABASE shop;
        CREATE TABLE shop.product (id INT PRIMARY KEY, name VARCHAR(50));
        INSERT INTO shop.product VALUES (1, 'EaseProbe');
        CREATE USER 'demo'@'%' IDENTIFIED BY 'secret';
        GRANT ALL ON shop.* TO 'demo'@'%';
        """;

    public int Port => port;

    /// <param name="tls">The certificate and the key of the server, as files; null for cleartext.</param>
    public static async Task<MariaServer> StartAsync((string Certificate, string Key)? tls = null)
    {
        var server = InstalledProgram.SkipUnlessPresent("mariadbd", package: "mariadb-server");
        var install = InstalledProgram.SkipUnlessPresent("mariadb-install-db", package: "mariadb-server");
        var folder = new TempDirectory("mariadb");
        var (data, port, user) = (folder.Combine("data"), LoopbackPort.FindFree(), Environment.UserName);
        await RunAsync(install, "--no-defaults", $"--datadir={data}", $"--user={user}", "--auth-root-authentication-method=normal", "--skip-test-db");
        File.WriteAllText(folder.Combine("init.sql"), Init);
        List<string> arguments =
        [
            "--no-defaults", $"--datadir={data}", $"--user={user}", $"--port={port}", "--bind-address=127.0.0.1",
            $"--socket={folder.Combine("s")}", $"--init-file={folder.Combine("init.sql")}", "--innodb-buffer-pool-size=16M",
        ];
        if (tls is var (certificate, key))
        {
            arguments.AddRange([$"--ssl-cert={certificate}", $"--ssl-key={key}"]);
        }

        var process = Process.Start(new ProcessStartInfo(server, arguments) { RedirectStandardError = true })!;
        process.BeginErrorReadLine();
        return new(process, folder, port);
    }

    internal static async Task RunAsync(string program, params string[] arguments)
    {
        var start = new ProcessStartInfo(program, arguments) { RedirectStandardOutput = true, RedirectStandardError = true };
        using var process = Process.Start(start)!;
        var output = process.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        var errors = await process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken).Within();
        await process.WaitForExitAsync(TestContext.Current.CancellationToken).Within();
        process.ExitCode.ShouldBe(0, $"{await output}{errors}");
    }

    public async ValueTask DisposeAsync()
    {
        process.Kill();
        await process.WaitForExitAsync(CancellationToken.None);
        process.Dispose();
        folder.Dispose();
    }
}
