using System.Net;
using System.Net.Sockets;
using Hosting.Lifetime;

namespace Journal.Tests;

/// <summary>A start that fails when listeners of it run already: one line says why, and the process ends in order.</summary>
[Trait("Category", "EndToEnd")]
public sealed class StartTests
{
    [Theory]
    [InlineData("Http")]
    [InlineData("Tcp")]
    [InlineData("Relp")]
    public async Task Start_PortInUse_IsOneLine(string taken)
    {
        using var directory = new TempDirectory("journal-start");
        using var other = new TcpListener(IPAddress.Loopback, 0);
        other.Start();
        var port = ((IPEndPoint)other.LocalEndpoint).Port;
        var folder = directory.Combine("journal");
        (await JournalProcess.RunAsync(folder, "init", "--new-reader", directory.Combine("reader.pem"))).Code.ShouldBe(ExitCode.Done);
        string[] ports = [.. ((string[])["Http", "Tcp", "Udp", "Tls", "Relp"])
            .Select(name => $"--Journal:{name}Port={(name == taken ? port : 0)}")];

        var (code, output) = await JournalProcess.RunAsync(folder, ports);

        code.ShouldBe(ExitCode.NotDone, output);
        output.Split('\n').Where(line => line.Contains($"127.0.0.1:{port}")).ShouldHaveSingleItem()
            .ShouldStartWith("The journal cannot start:");
        output.ShouldNotContain("   at ");
    }
}
