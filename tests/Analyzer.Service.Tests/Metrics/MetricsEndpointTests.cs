using System.Diagnostics;
using System.Net;
using Analyzer.Service.Tests.Edges;
using Tests.Common.Scraping;

namespace Analyzer.Service.Tests.Metrics;

public sealed class MetricsEndpointTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData("text/plain;version=0.0.4", "text/plain", false)]
    [InlineData("application/openmetrics-text;version=1.0.0,text/plain;q=0.5", "application/openmetrics-text", true)]
    [InlineData("application/openmetrics-text;q=0.1,text/plain", "text/plain", false)]
    [InlineData("*/*", "text/plain", false)]
    public async Task Get_Accept_AnswersInTheFormatAskedFor(string accept, string contentType, bool openMetrics)
    {
        await using var host = await AnalyzerHost.StartAsync();
        using var http = new HttpClient { BaseAddress = host.Http1 };
        http.DefaultRequestHeaders.TryAddWithoutValidation("Accept", accept);

        using var response = await http.GetAsync("/metrics", Token).Within();
        var text = await response.Content.ReadAsStringAsync(Token).Within();

        response.Content.Headers.ContentType!.MediaType.ShouldBe(contentType);
        text.EndsWith("# EOF\n", StringComparison.Ordinal).ShouldBe(openMetrics);
    }

    [Fact]
    public async Task Get_AfterRequestsOfEveryKind_PromtoolFindsNothing()
    {
        await using var host = await AnalyzerHost.StartAsync();
        await SomeOfEverything.SendAsync(host);

        var scrape = await host.ScrapeAsync();
        var (_, output) = await Promtool.RunAsync(["check", "metrics"], scrape.Text, Token);

        output.Trim().ShouldBeEmpty();
    }

    [Fact]
    public async Task Get_AfterRequestsOfEveryKind_FitsIn100Kilobytes()
    {
        await using var host = await AnalyzerHost.StartAsync();
        await SomeOfEverything.SendAsync(host);

        (await host.ScrapeAsync(Scraper.OpenMetrics)).Text.Length.ShouldBeLessThan(100_000);
    }

    [Fact]
    public async Task Get_Again_TellsWhatTheScrapeBeforeTook()
    {
        const string LastScrape = "analyzer_last_scrape_duration_seconds";
        await using var host = await AnalyzerHost.StartAsync();

        using var first = await host.GetMetricsAsync();
        var before = new Scrape(await first.Content.ReadAsStringAsync(Token).Within());
        var watch = Stopwatch.StartNew();
        var second = await host.ScrapeAsync();
        var third = await host.ScrapeAsync();

        before.Sample(LastScrape).Value.ShouldBe(0);
        second.Sample(LastScrape).Value.ShouldBeGreaterThan(0);
        third.Sample(LastScrape).Value.ShouldBeInRange(double.Epsilon, watch.Elapsed.TotalSeconds);
    }

    [Fact]
    public async Task Get_SwitchedOff_IsNotThereAndTheServiceIs()
    {
        await using var host = await AnalyzerHost.StartAsync("Metrics=false");

        using var response = await host.GetMetricsAsync();

        response.StatusCode.ShouldBe(HttpStatusCode.NotFound);
        await host.ShouldTakeAFileAsync();
    }

    [Fact]
    public async Task Get_TwoServicesInOneProcess_CountForThemselves()
    {
        await using var busy = await AnalyzerHost.StartAsync();
        await using var idle = await AnalyzerHost.StartAsync();

        using var edge = EdgeKind.RestHttp1.Connect(busy);
        await edge.SubmitAsync(Pieces.Of(Pieces.Pdf), null, null, Token).Within();

        (await busy.ScrapeAsync()).Outcomes("submit", "rest-h1").ShouldContainKeyAndValue("new", 1);
        (await idle.ScrapeAsync()).Outcomes("submit", "rest-h1").ShouldBeEmpty();
        (await idle.ScrapeAsync()).Sample("kestrel_connections_opened_total").Value.ShouldBe(2);
    }
}
