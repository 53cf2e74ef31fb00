namespace Analyzer.Service.Tests.Metrics;

/// <summary>The names that the first system's dashboards ask for.</summary>
public sealed class HttpCallMetricsTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Calls_RestAndGrpc_AreTimedByMethodAndRoutePattern()
    {
        await using var host = await AnalyzerHost.StartAsync();
        await SomeOfEverything.SendAsync(host);

        var scrape = await host.ScrapeAsync();

        Calls("POST", "/v1/files").ShouldBe(12);
        Calls("GET", "/v1/files/{sha256}").ShouldBe(9);
        Calls("GET", "/v1/files").ShouldBe(9);
        Calls("POST", "/analyzer.v1.Analyzer/SubmitFile").ShouldBe(4);
        Calls("POST", "/analyzer.v1.Analyzer/AnalyzeResult").ShouldBe(3);
        Calls("GET", "unmatched").ShouldBe(1);
        Received("POST", "/v1/files", "201").ShouldBe(3);
        Received("POST", "/v1/files", "400").ShouldBe(3);
        Received("GET", "/v1/files/{sha256}", "404").ShouldBe(3);
        Received("GET", "unmatched", "404").ShouldBe(1);

        double Calls(string method, string endpoint) =>
            scrape.Sample("http_call_duration_seconds_count", ("method", method), ("endpoint", endpoint)).Value;
        double Received(string method, string endpoint, string code) =>
            scrape.Sample("http_requests_received_total", ("method", method), ("endpoint", endpoint), ("code", code)).Value;
    }

    [Fact]
    public async Task Buckets_AnyCall_ArePowersOfTwoUpTo131072()
    {
        await using var host = await AnalyzerHost.StartAsync("MillisecondMetrics=true");
        await host.ShouldTakeAFileAsync();

        var bounds = (await host.ScrapeAsync()).Samples
            .Where(sample => sample.Name == "http_call_duration_milliseconds_bucket" && sample.Labels["endpoint"] == "/v1/files")
            .Select(sample => sample.Labels["le"]);

        bounds.ShouldBe([.. Enumerable.Range(0, 18).Select(power => $"{1 << power}"), "+Inf"]);
    }

    [Fact]
    public async Task Calls_MetricsAndHealth_AreNotCounted()
    {
        await using var host = await AnalyzerHost.StartAsync();
        using var http = new HttpClient { BaseAddress = host.Http1 };
        using var live = await http.GetAsync("/healthz/live", Token).Within();
        await host.ScrapeAsync();

        (await host.ScrapeAsync()).Samples.ShouldNotContain(sample => sample.Name == "http_requests_received_total");
    }
}
