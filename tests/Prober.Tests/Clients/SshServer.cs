using System.Diagnostics;
using System.Net.Sockets;

namespace Prober.Tests.Clients;

/// <summary>OpenSSH on a free port, with a key for the user of the tests.</summary>
internal sealed class SshServer : IAsyncDisposable
{
    private readonly string _program = InstalledProgram.SkipUnlessPresent("sshd", package: "openssh-server");
    private readonly TempDirectory _folder = new("sshd");
    private Process? _process;

    public int Port { get; } = LoopbackPort.FindFree();

    public string Key => _folder.Combine("user");

    public string Known => _folder.Combine("known_hosts");

    public static async Task<SshServer> StartAsync()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "OpenSSH is started as on Unix.");
        var server = new SshServer();
        await server.MakeKeyAsync("user");
        File.Copy($"{server.Key}.pub", server._folder.Combine("authorized"));
        await server.RestartAsync();
        return server;
    }

    /// <summary>With a new host key.</summary>
    public async Task RestartAsync()
    {
        await StopAsync();
        File.Delete(_folder.Combine("host"));
        File.Delete(_folder.Combine("host.pub"));
        await MakeKeyAsync("host");
        if (Environment.UserName == "root")
        {
            Directory.CreateDirectory("/run/sshd");
        }

        string[] options =
        [
            $"Port={Port}", "ListenAddress=127.0.0.1", $"HostKey={_folder.Combine("host")}", "StrictModes=no", "UsePAM=no",
            $"AuthorizedKeysFile={_folder.Combine("authorized")}", "PidFile=none", "PasswordAuthentication=no", "PermitRootLogin=yes",
        ];
        _process = Process.Start(new ProcessStartInfo(
            _program, ["-D", "-e", "-f", "/dev/null", .. options.SelectMany(option => (string[])["-o",
                option])])
        { RedirectStandardError = true })!;
        _process.BeginErrorReadLine();
        using var patience = new CancellationTokenSource(TimeSpan.FromSeconds(30));
        while (true)
        {
            using var client = new TcpClient();
            try
            {
                await client.ConnectAsync("127.0.0.1", Port, patience.Token);
                return;
            }
            catch (SocketException)
            {
                await Task.Delay(50, patience.Token);
            }
        }
    }

    public async ValueTask DisposeAsync()
    {
        await StopAsync();
        _folder.Dispose();
    }

    private Task MakeKeyAsync(string name) => MariaServer.RunAsync(
        InstalledProgram.SkipUnlessPresent("ssh-keygen", package: "openssh-client"), "-q", "-t", "ed25519", "-N", "", "-f",
            _folder.Combine(name));

    private async Task StopAsync()
    {
        if (_process is { } process)
        {
            process.Kill(entireProcessTree: true);
            await process.WaitForExitAsync(CancellationToken.None);
            process.Dispose();
            _process = null;
        }
    }
}
