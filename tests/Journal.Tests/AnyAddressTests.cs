using System.Net.Http.Headers;
using System.Net.Sockets;
using Journal.Log.Frames;

namespace Journal.Tests;

/// <summary>A journal on all addresses of a machine with IPv4 and IPv6.</summary>
public sealed class AnyAddressTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task AnyAddress_SendersOverIPv4_AreHeardAndCalledByTheirAddress()
    {
        Assert.SkipUnless(Socket.OSSupportsIPv6, "This machine has no IPv6.");
        using var keys = new ClientKeys();
        var key = keys.Add("sender", ["submit"]);
        await using var host = await JournalHost.StartAsync(
            "Address=::", $"Keys={keys.File}", "AllowPlaintext=true", "KnownSenders=127.0.0.1");

        using var udp = new UdpClient("127.0.0.1", host.Udp);
        await udp.SendAsync("udp"u8.ToArray(), Token);
        using var tcp = await StreamClient.ConnectAsync(host.Tcp);
        await tcp.SendAsync("tcp\n");
        using var relp = await StreamClient.ConnectAsync(host.Relp);
        await relp.SendAsync("1 open 0\n2 syslog 4 relp\n");
        using var http = new HttpClient { BaseAddress = new($"http://127.0.0.1:{host.Http.Port}") };
        http.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", key);
        using var answer = await http.PostAsync("/v1/lines", new StringContent("http"), Token).Within();
        answer.EnsureSuccessStatusCode();
        await host.UntilAsync(4);

        host.Lines().Order().ShouldBe(["http", "relp", "tcp", "udp"]);
        host.Records().ShouldAllBe(record => record.Source.Name.StartsWith("127.0.0.1:"));
        host.Records().Select(record => record.Source.Kind).Order()
            .ShouldBe([SourceKind.Udp, SourceKind.Tcp, SourceKind.Relp, SourceKind.Http]);
    }

    [Fact]
    public async Task AnyAddress_SendersOverIPv6_AreHeardAndCalledByTheirAddress()
    {
        Assert.SkipUnless(Socket.OSSupportsIPv6, "This machine has no IPv6.");
        using var keys = new ClientKeys();
        await using var host = await JournalHost.StartAsync("Address=::", $"Keys={keys.File}", "AllowPlaintext=true");

        using var udp = new UdpClient("::1", host.Udp);
        await udp.SendAsync("udp"u8.ToArray(), Token);
        await host.UntilAsync(1);

        host.Records().ShouldHaveSingleItem().Source.Name.ShouldStartWith("[::1]:");
    }
}
