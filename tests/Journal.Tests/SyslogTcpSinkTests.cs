using System.Net;
using System.Net.Sockets;
using Journal.Features.Replay.Sinks;

namespace Journal.Tests;

public sealed class SyslogTcpSinkTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    /// <summary>RFC 6587 knows no message of length 0, and receivers end the connection at one.</summary>
    [Fact]
    public async Task SendAsync_AnEmptyLine_IsPassedOver()
    {
        using var receiver = new TcpListener(IPAddress.Loopback, 0);
        receiver.Start();
        var client = new TcpClient();
        await client.ConnectAsync((IPEndPoint)receiver.LocalEndpoint, Token).Within();
        using var taken = await receiver.AcceptTcpClientAsync(Token).Within();
        var lines = new ReplayedLines();
        lines.Add(0, "a"u8, isSuspicious: false);
        lines.Add(1, [], isSuspicious: false);
        lines.Add(2, "bc"u8, isSuspicious: false);

        await using (var sink = new SyslogTcpSink(client, new("syslog+tcp://127.0.0.1:1")))
        {
            await sink.SendAsync(lines, Token).Within();
        }

        using var reader = new StreamReader(taken.GetStream());
        (await reader.ReadToEndAsync(Token).Within()).ShouldBe("1 a2 bc");
    }
}
