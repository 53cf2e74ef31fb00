using System.IO.Pipelines;
using Gateway.Features.Errors;
using Gateway.Features.Metrics;
using Gateway.Features.Passing;
using Gateway.Features.Routing;

namespace Gateway.Tests.Passing;

public sealed class PassedBodyTests
{
    /// <summary>A read that went on would be in the way of whoever reads the client's stream next.</summary>
    [Fact]
    public async Task SendAsync_BackendLeavesWhileTheSenderPauses_LeavesTheSourceAlone()
    {
        var metrics = new GatewayMetrics(Prometheus.Metrics.NewCustomRegistry());
        var pipe = new Pipe();
        using var body = new PassedBody(pipe.Reader, holdBytes: 1024, metrics);
        using var stream = new LostStream();

        await Should.ThrowAsync<IOException>(body.SendAsync(stream, CancellationToken.None).Within());

        pipe.Reader.TryRead(out _).ShouldBeFalse(); // and does not say that it is read already
        body.IsWhole.ShouldBeTrue();
    }

    /// <summary>They would be sent to the next backend, past the limit.</summary>
    [Fact]
    public async Task SendAsync_TooLargeMessageComesWhileTheBackendLeaves_IsFound()
    {
        var metrics = new GatewayMetrics(Prometheus.Metrics.NewCustomRegistry());
        var route = CallRoute.Of("orders", new() { Match = "acme.v1.Orders", Set = "orders", MaxRequestMessageBytes = 3 });
        var pipe = new Pipe(new PipeOptions(readerScheduler: PipeScheduler.Inline)); // the read has it before it is ended
        using var body = new PassedBody(pipe.Reader, holdBytes: 1024, metrics, route);
        using var stream = new LostStream(
            async () => await pipe.Writer.WriteAsync(new byte[] { 0, 0, 0, 0, 4, 1, 2, 3, 4 }, TestContext.Current.CancellationToken));

        await Should.ThrowAsync<IOException>(body.SendAsync(stream, CancellationToken.None).Within());

        body.SourceError!.Kind.ShouldBe(GatewayErrors.MessageTooLargeKind);
    }
}
