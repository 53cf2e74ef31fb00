using System.Collections.Concurrent;
using System.Diagnostics;
using Gateway.Tests.Foreign;
using Gateway.Tests.Foreign.V1;
using Grpc.Core;
using Grpc.Net.Client;
using Rpc = Gateway.Tests.Foreign.V1.Foreign;

namespace Gateway.Tests.Passing;

public sealed class SpansTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Ask_Traced_IsASpanBetweenTheClientsAndTheBackends()
    {
        await using var foreign = await ForeignHost.StartAsync();
        await using var gateway = await GatewayHost.StartAsync([foreign.Address]);
        using var channel = GrpcChannel.ForAddress(gateway.Http2);
        var (trace, client) = (ActivityTraceId.CreateRandom(), ActivitySpanId.CreateRandom());
        var spans = new ConcurrentBag<Activity>();
        using var listener = new ActivityListener
        {
            ShouldListenTo = source => source.Name == "Gateway",
            Sample = (ref ActivityCreationOptions<ActivityContext> options) =>
                options.TraceId == trace ? ActivitySamplingResult.AllDataAndRecorded : ActivitySamplingResult.None,
            ActivityStopped = spans.Add,
        };
        ActivitySource.AddActivityListener(listener);

        await new Rpc.ForeignClient(channel).AskAsync(
            new Letter { Text = "hello" }, new Metadata { { "traceparent", $"00-{trace}-{client}-01" } }, cancellationToken: Token);

        await Deadline.UntilAsync(() => !spans.IsEmpty); // it ends when the response is out
        var span = spans.ShouldHaveSingleItem();
        span.OperationName.ShouldBe("pass");
        span.TraceId.ShouldBe(trace);
        span.GetTagItem("gateway.transport").ShouldBe("grpc");
        span.GetTagItem("gateway.outcome").ShouldBe("answered");
        span.GetTagItem("gateway.backend").ShouldBe(foreign.Address.Authority);
        span.GetTagItem("gateway.attempts").ShouldBe(1);
        foreign.Events.Headers["traceparent"].ShouldBe($"00-{trace}-{span.SpanId}-01");
    }
}
