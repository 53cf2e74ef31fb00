using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using Load.Machine;

namespace Load.Tests.Machine;

public sealed class LossyLinkTests
{
    private static readonly TimeSpan Deadline = TimeSpan.FromSeconds(60);

    [Fact]
    public async Task Open_RoundTripAndLoss_TcpArrivesWholeAndLater()
    {
        var shape = new LinkShape(0.05, TimeSpan.FromMilliseconds(40));
        Assert.SkipWhen(LossyLink.ObstacleTo(shape) is not null, LossyLink.ObstacleTo(shape) ?? "");
        using var deadline = new CancellationTokenSource(Deadline);
        using var link = LossyLink.Open(shape);
        using var listener = new TcpListener(link.Inside, 0);
        listener.Start();
        var port = ((IPEndPoint)listener.LocalEndpoint).Port;
        using var client = new TcpClient();

        var started = Stopwatch.GetTimestamp();
        await client.ConnectAsync(link.Outside, port, deadline.Token);
        Stopwatch.GetElapsedTime(started).ShouldBeGreaterThan(shape.RoundTrip - TimeSpan.FromMilliseconds(1));

        using var accepted = await listener.AcceptTcpClientAsync(deadline.Token);
        ((IPEndPoint)accepted.Client.RemoteEndPoint!).Address.ShouldBe(link.Outside);
        var sent = new byte[200_000];
        new Random(1).NextBytes(sent);
        var sending = client.GetStream().WriteAsync(sent, deadline.Token).AsTask();
        var received = new byte[sent.Length];
        await accepted.GetStream().ReadExactlyAsync(received, deadline.Token);
        await sending;
        received.ShouldBe(sent);
    }

    [Fact]
    public void ObstacleTo_NoLink_IsNone() => LossyLink.ObstacleTo(null).ShouldBeNull();
}
