using System.Diagnostics;
using Load.Live;
using Load.Machine;
using Load.Measuring;

namespace Load.Tests.Measuring;

public sealed class ScraperTests
{
    private static readonly Scraping Often = new(
        TimeSpan.FromMilliseconds(1), "analyzer_last_scrape_duration_seconds", TimeSpan.FromMilliseconds(5), 100_000);

    [Fact]
    public void Stop_ServiceHasMetrics_GivesTimeAndSizeOfEachScrape()
    {
        using var service = MetricsPort.Open(new LabMetrics("run-1").Registry, null);
        using var scraper = Scraper.Start(new Uri($"http://127.0.0.1:{service.Port}/metrics"), Often);

        var scrapes = scraper.Stop();

        scrapes.ShouldNotBeEmpty(); // the first comes at once
        scrapes.ShouldAllBe(scrape => scrape.Latency > 0 && scrape.Size > 1000 && scrape.WithinService == null);
    }

    [Fact]
    public async Task Stop_ServiceSaysWhatItsLastScrapeTook_GivesItToThatScrape()
    {
        var registry = Prometheus.Metrics.NewCustomRegistry();
        Prometheus.Metrics.WithCustomRegistry(registry).CreateGauge("analyzer_last_scrape_duration_seconds", "Help.").Set(0.25);
        using var asked = new SemaphoreSlim(0);
        registry.AddBeforeCollectCallback(() => asked.Release());
        using var service = MetricsPort.Open(registry, null);
        using var scraper = Scraper.Start(new Uri($"http://127.0.0.1:{service.Port}/metrics"), Often);

        for (var i = 0; i < 4; i++)
        {
            await asked.WaitAsync(TestContext.Current.CancellationToken).Within();
        }

        var scrapes = scraper.Stop();

        scrapes.Count.ShouldBeGreaterThan(1);
        scrapes.SkipLast(1).ShouldAllBe(scrape => scrape.WithinService == Stopwatch.Frequency / 4);
        scrapes[^1].WithinService.ShouldBeNull(); // nobody asked again
    }

    [Fact]
    public void Stop_NobodyListens_SaysSo()
    {
        using var scraper = Scraper.Start(new Uri($"http://127.0.0.1:{LoopbackPort.FindFree()}/metrics"), Often);

        Should.Throw<LabException>(scraper.Stop).Message.ShouldContain("could not be scraped");
    }
}
