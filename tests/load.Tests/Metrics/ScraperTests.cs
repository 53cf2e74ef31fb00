using Load.Metrics;

namespace Load.Tests.Metrics;

public sealed class ScraperTests
{
    [Fact]
    public void Stop_ServiceHasMetrics_GivesTimeAndSizeOfEachScrape()
    {
        using var service = MetricsPort.Open(new LabMetrics("run-1").Registry, null);
        using var scraper = Scraper.Start(new Uri($"http://127.0.0.1:{service.Port}"));

        var scrapes = scraper.Stop();

        scrapes.ShouldNotBeEmpty(); // the first comes at once
        scrapes.ShouldAllBe(scrape => scrape.Latency > 0 && scrape.Size > 1000);
    }

    [Fact]
    public void Stop_NobodyListens_SaysSo()
    {
        using var scraper = Scraper.Start(new Uri($"http://127.0.0.1:{LoopbackPort.FindFree()}"));

        Should.Throw<LabException>(scraper.Stop).Message.ShouldContain("could not be scraped");
    }
}
