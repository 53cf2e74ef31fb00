using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Text;
using Journal.Log.Frames;

namespace Journal.Tests.Proxies;

/// <summary>Senders behind a proxy that speaks HAProxy's PROXY protocol.</summary>
public sealed class ProxiedConnectionsTests
{
    private const string Header = "PROXY TCP4 192.0.2.1 198.51.100.1 56324 514\r\n";

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Tcp_BehindATrustedProxy_HasTheClientsAddress()
    {
        await using var host = await JournalHost.StartAsync("ProxyProtocolFrom=10.0.0.0/8,127.0.0.1");
        using var client = await StreamClient.ConnectAsync(host.Tcp);
        foreach (var piece in Header.Chunk(7))
        {
            await client.SendAsync(new string(piece));
        }

        await client.SendAsync("hello\nworld\n");
        await host.UntilAsync(2);

        host.Records().Select(record => record.Source).ShouldAllBe(source => source == new RecordSource(SourceKind.Tcp, "192.0.2.1:56324"));
        host.Lines().ShouldBe(["hello", "world"]);
    }

    [Fact]
    public async Task Tls_BehindATrustedProxy_HasTheClientsAddress()
    {
        using var files = new CertificateFiles();
        await using var host = await JournalHost.StartAsync($"Certificate={files.Server}", "ProxyProtocolFrom=127.0.0.1");
        using var tcp = new TcpClient();
        await tcp.ConnectAsync(IPAddress.Loopback, host.Tls!.Value, Token);
        await tcp.GetStream().WriteAsync(Encoding.ASCII.GetBytes(Header), Token);
        await using var tls = new SslStream(tcp.GetStream());
        await tls.AuthenticateAsClientAsync(
            new SslClientAuthenticationOptions
            {
                TargetHost = "localhost",
                RemoteCertificateValidationCallback = (_, server, _, _) => server!.GetCertHashString() == files.ServerHash,
            },
            Token);

        await tls.WriteAsync("5 hello"u8.ToArray(), Token);
        await host.UntilAsync(1);

        host.Records().ShouldHaveSingleItem().Source.ShouldBe(new(SourceKind.Tls, "192.0.2.1:56324"));
    }

    [Fact]
    public async Task Relp_BehindATrustedProxy_HasTheClientsAddress()
    {
        await using var host = await JournalHost.StartAsync("ProxyProtocolFrom=127.0.0.1");
        using var client = await StreamClient.ConnectAsync(host.Relp);
        await client.SendAsync(Header + "1 open 30 relp_version=0\ncommands=syslog\n2 syslog 5 hello\n");
        await host.UntilAsync(1);

        host.Records().ShouldHaveSingleItem().Source.ShouldBe(new(SourceKind.Relp, "192.0.2.1:56324"));
    }

    [Fact]
    public async Task Tcp_ATrustedProxyWithoutAHeader_IsRefusedAndNamed()
    {
        await using var host = await JournalHost.StartAsync("ProxyProtocolFrom=127.0.0.1");
        using var client = await StreamClient.ConnectAsync(host.Tcp);
        await client.SendAsync("<13>hello\n");
        await client.Ended.Within();

        host.Writer.Losses.Refused.ShouldBe(1);
        host.Logged.ShouldContain(line => line.Contains("begins with no PROXY header"));
    }

    /// <summary>Anybody could claim an address.</summary>
    [Fact]
    public async Task Tcp_AHeaderFromAnybodyElse_IsALine()
    {
        await using var host = await JournalHost.StartAsync("ProxyProtocolFrom=10.0.0.0/8");
        using var client = await StreamClient.ConnectAsync(host.Tcp);
        await client.SendAsync(Header + "hello\n");
        await host.UntilAsync(2);

        host.Lines()[1].ShouldBe("hello");
        host.Records().ShouldAllBe(record => record.Source.Name.StartsWith("127.0.0.1:"));
    }

    [Fact]
    public async Task Start_WithWhatIsNoAddress_SaysSo() =>
        (await Should.ThrowAsync<Exception>(() => JournalHost.StartAsync("ProxyProtocolFrom=proxy.example")))
            .Message.ShouldContain("ProxyProtocolFrom has to be a list of addresses and networks");
}
