using System.Net;
using Analyzer.Protos.V1;
using Gateway.Tests.BadInput;
using Google.Protobuf;
using Grpc.Net.Client;
using Tests.Common.Scraping;
using Connection = Gateway.Tests.BadInput.ScriptedConnection;
using Rpc = Analyzer.Protos.V1.Analyzer;

namespace Gateway.Tests.Metrics;

/// <summary>The metrics of an upload, a look-up, and a look-up that the backend broke off.</summary>
public sealed class CallMetricsTests
{
    private const int Size = 100_000;
    private const string LookUp = "/analyzer.v1.Analyzer/AnalyzeResult";

    private static readonly string Hash = new('0', 64);

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Scrape_CallsOverRest_TellsOperationOutcomeAndBytes()
    {
        await using var backend = Backend();
        await using var gateway = await GatewayHost.StartUnwatchedAsync(backend.Address);
        using var http = new HttpClient { BaseAddress = gateway.Http1 };

        using var submitted = await http.PostAsync("/v1/files", new ByteArrayContent(new byte[Size]), Token).Within();
        using var found = await http.GetAsync($"/v1/files/{Hash}", Token).Within();
        using var failed = await http.GetAsync($"/v1/files/{Hash}", Token).Within();

        (submitted.StatusCode, found.StatusCode, failed.StatusCode)
            .ShouldBe((HttpStatusCode.OK, HttpStatusCode.OK, HttpStatusCode.BadGateway));
        var scrape = await ScrapeAsync(gateway);
        Durations(scrape).ShouldBe(
            [
                ("operation=\"submit\",transport=\"rest-h1\",outcome=\"answered\"", 1),
                ("operation=\"lookup\",transport=\"rest-h1\",outcome=\"answered\"", 1),
                ("operation=\"lookup\",transport=\"rest-h1\",outcome=\"failed\"", 1),
            ],
            ignoreOrder: true);
        ShouldTellBytesAndHops(scrape);
    }

    [Fact]
    public async Task Scrape_CallsOverGrpc_TellsOutcomeAndBytes()
    {
        await using var backend = Backend();
        await using var gateway = await GatewayHost.StartUnwatchedAsync(backend.Address);
        using var channel = GrpcChannel.ForAddress(gateway.Http2);
        using var call = new Rpc.AnalyzerClient(channel).SubmitFile(cancellationToken: Token);

        await call.RequestStream.WriteAsync(new SubmitFileRequest { Metadata = new() }, Token).Within();
        await call.RequestStream.WriteAsync(new SubmitFileRequest { Data = ByteString.CopyFrom(new byte[Size]) }, Token).Within();
        await call.RequestStream.CompleteAsync().Within();
        await call.ResponseAsync.Within();
        using var found = await RawCall.SendAsync(gateway.Http2, LookUp);
        using var failed = await RawCall.SendAsync(gateway.Http2, LookUp);

        (GrpcStatus.Of(found), GrpcStatus.Of(failed)).ShouldBe(("0", "14"));
        var scrape = await ScrapeAsync(gateway);
        Durations(scrape).ShouldBe(
            [
                ("operation=\"submit\",transport=\"grpc\",outcome=\"answered\"", 1),
                ("operation=\"lookup\",transport=\"grpc\",outcome=\"answered\"", 1),
                ("operation=\"lookup\",transport=\"grpc\",outcome=\"failed\"", 1),
            ],
            ignoreOrder: true);
        ShouldTellBytesAndHops(scrape);
    }

    [Theory]
    [InlineData("analyzer.v1.Analyzer/SubmitFile", "submit")]
    [InlineData("analyzer.v1.Analyzer/AnalyzeResult", "lookup")]
    [InlineData("analyzer.v1.Analyzer/ListResults", "list")]
    [InlineData("analyzer.v1.Analyzer/DeleteResult", "delete")]
    [InlineData("analyzer.v1.Analyzer/GetDocument", "document")]
    [InlineData("analyzer.v1.Analyzer/Describe", "document")]
    [InlineData("analyzer.v1.Analyzer/Compare", "pass")]
    [InlineData("foreign.v1.Foreign/Ask", "pass")]
    public async Task Scrape_CallOverGrpc_TellsTheOperationOfItsMethod(string method, string operation)
    {
        await using var backend = new ScriptedBackend((connection, stream) => connection.AnswerAsync(stream));
        await using var gateway = await GatewayHost.StartUnwatchedAsync(backend.Address);

        using var answered = await RawCall.SendAsync(gateway.Http2, $"/{method}");

        GrpcStatus.Of(answered).ShouldBe("0");
        Durations(await ScrapeAsync(gateway)).ShouldBe([($"operation=\"{operation}\",transport=\"grpc\",outcome=\"answered\"", 1)]);
    }

    /// <summary>Takes an upload, answers a look-up, and breaks off what comes next.</summary>
    private static ScriptedBackend Backend()
    {
        var report = new AnalysisReport { Json = ByteString.CopyFromUtf8("{}") };
        var taken = new SubmitFileResponse { Sha256 = Hash, Known = true, Report = report };
        var calls = 0;
        return new((connection, stream) => ++calls switch
        {
            1 => connection.AnswerAsync(stream, taken.ToByteArray()),
            2 => connection.AnswerAsync(stream, report.ToByteArray()),
            _ => connection.FrameAsync(Connection.ResetStream, 0, stream, Connection.Number(2)),
        });
    }

    private static async Task<Scrape> ScrapeAsync(GatewayHost gateway)
    {
        using var http = new HttpClient { BaseAddress = gateway.Http1 };
        return new Scrape(await http.GetStringAsync("/metrics", Token).Within());
    }

    /// <returns>The labels and the count of each series that has one.</returns>
    private static IEnumerable<(string Labels, double Count)> Durations(Scrape scrape) =>
        from sample in scrape.Samples
        where sample is { Name: "gateway_request_duration_seconds_count", Value: > 0 }
        select (string.Join(',', sample.Labels.Select(label => $"{label.Key}=\"{label.Value}\"")), sample.Value);

    private static void ShouldTellBytesAndHops(Scrape scrape)
    {
        scrape.Sample("gateway_received_bytes_total").Value.ShouldBeInRange(Size, 1.01 * Size);
        scrape.Sample("gateway_sent_bytes_total").Value.ShouldBeInRange(Hash.Length, 10 * Hash.Length);
        scrape.Sample("gateway_hop_seconds_count").Value.ShouldBe(2, "one for each question, answered or not");
    }
}
