using System.Diagnostics;
using Analyzer.Service.Features.Metrics;
using Analyzer.Service.Tests.Edges;
using Hosting.Listeners;
using Hosting.Tracing;
using Microsoft.AspNetCore.Http;
using Tests.Common.Scraping;

namespace Analyzer.Service.Tests.Metrics;

public sealed class RequestMetricsTests
{
    private static readonly TimeSpan SlowCall = Calls<AnalyzerOperation, RequestOutcome>.SlowCall;

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(EdgeKind.RestHttp1, "rest-h1")]
    [InlineData(EdgeKind.RestHttp2, "rest-h2")]
    [InlineData(EdgeKind.Grpc, "grpc")]
    public async Task Requests_EveryEdge_AreTimedByTransportAndOutcome(EdgeKind kind, string transport)
    {
        await using var host = await AnalyzerHost.StartAsync("Deletion=true");
        using var edge = kind.Connect(host);
        var sha256 = Pieces.Sha256(Pieces.Pdf);

        await edge.SubmitAsync(Pieces.Of(Pieces.Pdf), null, null, Token).Within();
        await edge.SubmitAsync(Pieces.Of(Pieces.Pdf), null, null, Token).Within();
        await edge.SubmitAsync(Pieces.Of(Pieces.Pdf), sha256, null, Token).Within();
        await edge.SubmitAsync(Pieces.Of(), null, null, Token).Within();
        await edge.FindAsync(sha256, Token).Within();
        await edge.FindAsync(Pieces.Sha256([1]), Token).Within();
        await edge.FindAsync("no hash", Token).Within();
        await edge.ListAsync(null, null, null, Token).Within();
        await edge.ListAsync("no verdict", null, null, Token).Within();
        await edge.DeleteAsync(sha256, Token).Within();
        await edge.DeleteAsync(sha256, Token).Within();
        host.Store.Down = true;
        await edge.FindAsync(Pieces.Sha256([2]), Token).Within();

        var scrape = await host.ScrapeAsync();
        scrape.Outcomes("submit", transport).ShouldBe(Counts(("new", 1), ("known", 2)), ignoreOrder: true);
        scrape.Outcomes("lookup", transport).ShouldBe(Counts(("found", 1), ("not-found", 1), ("failed", 1)), ignoreOrder: true);
        scrape.Outcomes("list", transport).ShouldBe(Counts(("listed", 1)), ignoreOrder: true);
        scrape.Outcomes("delete", transport).ShouldBe(Counts(("deleted", 1), ("not-found", 1)), ignoreOrder: true);
        scrape.Sample("analyzer_reports_removed_total", ("reason", "request")).Value.ShouldBe(1);
        Refusals("submit", "empty-file").ShouldBe(1);
        Refusals("lookup", "invalid-argument").ShouldBe(1);
        Refusals("lookup", "not-found").ShouldBe(1);
        Refusals("lookup", "store-unavailable").ShouldBe(1);
        Refusals("list", "invalid-argument").ShouldBe(1);
        scrape.Sample("analyzer_received_bytes_total").Value.ShouldBe(2 * Pieces.Pdf.Length);

        double Refusals(string operation, string reason) => scrape
            .Sample("analyzer_refusals_total", ("operation", operation), ("reason", reason)).Value;
    }

    [Theory]
    [InlineData("HTTP/1.0", "RestH1")]
    [InlineData("HTTP/1.1", "RestH1")]
    [InlineData("HTTP/2", "RestH2")]
    [InlineData("HTTP/3", "RestH3")]
    public void RestTransport_Protocol_IsThatOfTheConnection(string protocol, string transport) =>
        new DefaultHttpContext { Request = { Protocol = protocol } }.Request.RestTransport().ToString().ShouldBe(transport);

    [Fact]
    public async Task Files_Submitted_AreCountedByWhatTheyAre()
    {
        await using var host = await AnalyzerHost.StartAsync();
        using var edge = EdgeKind.Grpc.Connect(host);

        var answer = await edge.SubmitAsync(Pieces.Of(Pieces.Pdf), null, null, Token).Within();
        await edge.SubmitAsync(Pieces.Of(Pieces.Pdf), null, null, Token).Within();

        var scrape = await host.ScrapeAsync();
        var verdict = (string)answer.Report!["verdict"]!;
        var mediaType = (string)answer.Report["mediaType"]!;
        Files("false").ShouldBe(1);
        Files("true").ShouldBe(1);

        double Files(string known) =>
            scrape.Sample("analyzer_files_total", ("verdict", verdict), ("media_type", mediaType), ("known", known)).Value;
    }

    [Fact]
    public async Task InFlight_UploadWaitsForTheStore_IsCountedWithItsBytes()
    {
        await using var host = await AnalyzerHost.StartAsync();
        using var edge = EdgeKind.RestHttp1.Connect(host);
        host.Store.Gate = new TaskCompletionSource();
        var submitting = edge.SubmitAsync(Pieces.Of(Pieces.Pdf), null, Pieces.Pdf.Length, Token);
        await Deadline.UntilAsync(() => host.Admission.Bytes == Pieces.Pdf.Length); // the permit comes before the bytes

        var scrape = await host.ScrapeAsync();
        host.Store.Gate.SetResult();
        await submitting.Within();
        await host.ShouldBeIdleAsync();
        var after = await host.ScrapeAsync();

        scrape.Sample("analyzer_uploads_in_flight").Value.ShouldBe(1);
        scrape.Sample("analyzer_uploads_in_flight_bytes").Value.ShouldBe(Pieces.Pdf.Length);
        after.Sample("analyzer_uploads_in_flight").Value.ShouldBe(0);
        after.Sample("analyzer_uploads_in_flight_bytes").Value.ShouldBe(0);
    }

    [Theory]
    [InlineData("/v1/files/nonsense", "analyzer_refusals_total")]
    [InlineData(
        "/v1/files/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        "analyzer_refusals_total,analyzer_request_duration_seconds_bucket")]
    public async Task RefusedOrFailed_TraceparentSent_LeavesItsTraceIdAsExemplar(string path, string metrics)
    {
        const string traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
        await using var host = await AnalyzerHost.StartAsync();
        host.Store.Down = true;
        using var http = new HttpClient { BaseAddress = host.Http1 };
        using var request = new HttpRequestMessage(HttpMethod.Get, path);
        request.Headers.Add("traceparent", $"00-{traceId}-00f067aa0ba902b7-01");
        using var response = await http.SendAsync(request, Token).Within();

        var scrape = await host.ScrapeAsync(Scraper.OpenMetrics);

        var remarkable = scrape.Samples.Where(sample => sample.Exemplar is not null).ToList();
        remarkable.Select(sample => sample.Name).Order().ShouldBe(metrics.Split(','));
        remarkable.ShouldAllBe(sample => sample.Exemplar!.Labels["trace_id"] == traceId);
    }

    [Theory]
    [InlineData(EdgeKind.RestHttp1)]
    [InlineData(EdgeKind.RestHttp2)]
    [InlineData(EdgeKind.Grpc)]
    public async Task Slow_OverEachEdge_LeavesItsTraceIdAsExemplar(EdgeKind kind)
    {
        await using var host = await AnalyzerHost.StartAsync();
        using var edge = kind.Connect(host);
        using var client = new Activity("client").SetIdFormat(ActivityIdFormat.W3C).Start();
        host.Store.Gate = new TaskCompletionSource();

        var submitting = edge.SubmitAsync(Pieces.Of(Pieces.Pdf), null, null, Token);
        await host.ShouldHaveUploadsAsync(1);
        await Task.Delay(2 * SlowCall, Token);
        host.Store.Gate.SetResult();
        await submitting.Within();

        var exemplar = (await host.ScrapeAsync(Scraper.OpenMetrics)).Samples.Select(sample => sample.Exemplar).OfType<ScrapedExemplar>()
            .ShouldHaveSingleItem();
        exemplar.Labels["trace_id"].ShouldBe(client.TraceId.ToHexString());
        exemplar.Value.ShouldBeGreaterThanOrEqualTo(SlowCall.TotalSeconds);
    }

    private static Dictionary<string, double> Counts(params (string Outcome, double Count)[] counts) =>
        counts.ToDictionary(count => count.Outcome, count => count.Count);
}
