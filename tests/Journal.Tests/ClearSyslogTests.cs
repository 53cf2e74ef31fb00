using Microsoft.Extensions.Options;

namespace Journal.Tests;

/// <summary>Syslog in the clear: nobody is asked for a key there, and so others reach it only where somebody has said so.</summary>
public sealed class ClearSyslogTests
{
    [Fact]
    public async Task Start_OpenToOthersWithSyslogInTheClear_IsRefusedWithTheSettingsThatMendIt()
    {
        using var keys = new ClientKeys();
        using var files = new CertificateFiles();

        var refused = await Should.ThrowAsync<OptionsValidationException>(() => JournalHost.StartAsync(
            "Address=0.0.0.0", $"Keys={keys.File}", $"Certificate={files.Server}", "RelpPort="));

        refused.Message.ShouldContain("Journal:UdpPort, Journal:TcpPort ask nobody for a key");
        refused.Message.ShouldContain("Journal:AllowPlaintext=true");
        refused.Message.ShouldNotContain("RelpPort");
    }

    [Fact]
    public async Task Ports_WithoutANumber_AreClosed()
    {
        using var keys = new ClientKeys();
        using var files = new CertificateFiles();
        await using var host = await JournalHost.StartAsync(
            "Address=0.0.0.0", $"Keys={keys.File}", $"Certificate={files.Server}", "UdpPort=", "TcpPort=", "RelpPort=");

        host.Addresses.ShouldBe(["http", "https", "syslog+tls"]);
        (host.Udp, host.Tcp, host.Relp).ShouldBe((0, 0, 0));
        host.Logged.ShouldContain(line => line.Contains("no syslog over TCP, because its port is closed", StringComparison.Ordinal));
    }
}
