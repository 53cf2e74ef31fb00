using Gateway.Tests.Foreign;
using Gateway.Tests.Foreign.V1;
using Gateway.Tests.Versions;
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
        using var spans = new SpanSink();

        await new Rpc.ForeignClient(channel).AskAsync(
            new Letter { Text = "hello" }, new Metadata { { "traceparent", spans.TraceParent } }, cancellationToken: Token);

        var span = await spans.SingleAsync();
        span.OperationName.ShouldBe("pass");
        span.GetTagItem("gateway.transport").ShouldBe("grpc");
        span.GetTagItem("gateway.outcome").ShouldBe("answered");
        span.GetTagItem("gateway.backend").ShouldBe(foreign.Address.Authority);
        span.GetTagItem("gateway.attempts").ShouldBe(1);
        foreign.Events.Headers["traceparent"].ShouldBe(spans.TraceParentOf(span));
    }

    [Fact]
    public async Task LookUp_Traced_IsASpanWithTheNameOfItsOperation()
    {
        await using var analyzer = await NewerAnalyzer.StartAsync();
        await using var gateway = await GatewayHost.StartAsync([analyzer.Address]);
        using var channel = GrpcChannel.ForAddress(gateway.Http2);
        using var spans = new SpanSink();

        await new Versions.V1.Analyzer.AnalyzerClient(channel).AnalyzeResultAsync(
            new Versions.V1.AnalyzeResultRequest(), new Metadata { { "traceparent", spans.TraceParent } }, cancellationToken: Token);

        (await spans.SingleAsync()).OperationName.ShouldBe("lookup");
    }
}
