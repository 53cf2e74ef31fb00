using System.IO.Pipelines;
using Gateway.Features.Metrics;
using Gateway.Features.Passing;

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
}
