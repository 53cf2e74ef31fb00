using System.Diagnostics;
using Analyzer.Service.Tests.Edges;

namespace Analyzer.Service.Tests.Tracing;

/// <summary>
/// The trace context comes in with the client's headers: these tests set none by hand, HttpClient sends that of the current span.
/// </summary>
public sealed class SpansTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(EdgeKind.RestHttp1, "rest-h1")]
    [InlineData(EdgeKind.RestHttp2, "rest-h2")]
    [InlineData(EdgeKind.Grpc, "grpc")]
    public async Task Submit_NewFile_HasASpanForEachStepInTheClientsTrace(EdgeKind kind, string transport)
    {
        await using var host = await AnalyzerHost.StartAsync();
        using var edge = kind.Connect(host);
        using var recorder = new SpanRecorder();

        await edge.SubmitAsync(Pieces.Of(Pieces.Pdf), null, null, Token).Within();

        var submit = recorder.Span("submit");
        recorder.Spans.Select(span => span.OperationName).ShouldBe(["analyse", "receive", "save", "submit"]);
        recorder.Spans.Where(span => span != submit)
            .ShouldAllBe(span => span.ParentSpanId == submit.SpanId || span.OperationName == "analyse");
        recorder.Span("analyse").ParentSpanId.ShouldBe(recorder.Span("receive").SpanId);
        submit.GetTagItem("analyzer.transport").ShouldBe(transport);
        submit.GetTagItem("analyzer.outcome").ShouldBe("new");
        submit.GetTagItem("analyzer.sha256").ShouldBe(Pieces.Sha256(Pieces.Pdf));
        submit.GetTagItem("analyzer.size").ShouldBe((long)Pieces.Pdf.Length);
    }

    [Theory]
    [InlineData(EdgeKind.RestHttp1)]
    [InlineData(EdgeKind.Grpc)]
    public async Task Submit_KnownDigestDeclared_OnlyFinds(EdgeKind kind)
    {
        await using var host = await AnalyzerHost.StartAsync();
        using var edge = kind.Connect(host);
        await edge.SubmitAsync(Pieces.Of(Pieces.Pdf), null, null, Token).Within();
        using var recorder = new SpanRecorder();

        await edge.SubmitAsync(Pieces.Of(Pieces.Pdf), Pieces.Sha256(Pieces.Pdf), null, Token).Within();

        recorder.Spans.Select(span => span.OperationName).ShouldBe(["find", "submit"]);
        recorder.Span("submit").GetTagItem("analyzer.outcome").ShouldBe("known");
    }

    [Theory]
    [InlineData(EdgeKind.RestHttp1)]
    [InlineData(EdgeKind.RestHttp2)]
    [InlineData(EdgeKind.Grpc)]
    public async Task Lookup_FoundAndNot_IsASpanOfTheClientsTraceWithItsOutcome(EdgeKind kind)
    {
        await using var host = await AnalyzerHost.StartAsync();
        using var edge = kind.Connect(host);
        await edge.SubmitAsync(Pieces.Of(Pieces.Pdf), null, null, Token).Within();
        using var recorder = new SpanRecorder();

        await edge.FindAsync(Pieces.Sha256(Pieces.Pdf), Token).Within();
        await edge.FindAsync(Pieces.Sha256([0]), Token).Within();
        await edge.ListAsync(null, null, null, Token).Within();

        recorder.Spans.Select(span => (span.OperationName, (string?)span.GetTagItem("analyzer.outcome")))
            .ShouldBe([("lookup", "found"), ("lookup", "not-found"), ("list", "listed")]);
    }

    [Fact]
    public async Task Submit_StoreAway_EndsAsAnError()
    {
        await using var host = await AnalyzerHost.StartAsync();
        using var edge = EdgeKind.Grpc.Connect(host);
        host.Store.Down = true;
        using var recorder = new SpanRecorder();

        await edge.SubmitAsync(Pieces.Of(Pieces.Pdf), null, null, Token).Within();

        recorder.Span("submit").Status.ShouldBe(ActivityStatusCode.Error);
        recorder.Span("submit").GetTagItem("analyzer.outcome").ShouldBe("store-unavailable");
    }
}
