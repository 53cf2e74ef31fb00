using Load.Measuring;
using Load.Systems.Analyzer.Operations;
using Load.Systems.Analyzer.Service;
using Load.Systems.Analyzer.Transports;

namespace Load.Systems.Analyzer.Suites;

/// <summary>
/// The cost of metrics, when the service counts and times everything and is scraped each second: look-ups of known files, which are nearly
/// nothing themselves. And the time of a scrape: on a machine that is full, where it waits for a processor as everybody does, and on one
/// that has room.
/// </summary>
internal static class MetricsSuite
{
    /// <summary>The share of the rate without metrics that was promised.</summary>
    private const double MinRate = 0.97;

    /// <summary>Look-ups that leave two cores some room.</summary>
    private const int PerSecond = 8000;

    private const long MaxScrapeSize = 100_000;

    private static readonly TimeSpan MaxScrapeTime = TimeSpan.FromMilliseconds(5);

    private static readonly ServiceSettings Off = ServiceSettings.Default.With("metrics", "off", ("Analyzer:Metrics", "false"));
    private static readonly ServiceSettings On = ServiceSettings.Default.With("metrics", "on");

    public static SuiteCommand Command(AnalyzerOptions options) => options.Command(
        "metrics",
        "what metrics cost: known look-ups with metrics scraped every second, and with none; and what a scrape takes",
        (request, _) => Create(request));

    public static Suite Create(AnalyzerRequest request)
    {
        var cases = new AnalyzerCases(request);
        return new()
        {
            Name = "metrics",
            Cases =
            [
                .. TransportCatalog.Usual.SelectMany(transport => Pair(cases, transport)),
                .. TransportCatalog.Usual.Select(transport => WithRoom(cases, transport)),
            ],
            Repeats = 20,
            IterationLength = TimeSpan.FromSeconds(3),
            Compared = new ComparedDimension("metrics", "setting of metrics"),
            DescribeAsync = request.DescribeAsync,
        };
    }

    private static IEnumerable<Case> Pair(AnalyzerCases cases, string transport)
    {
        Case With(ServiceSettings settings) => cases.Case(transport, Operation.LookUp, 10_000, new LoadShape.Closed(16), settings);
        var without = With(Off);
        return [without, With(On) with { Scraping = Every(TimeSpan.FromSeconds(1)), Ceiling = without.Name, MinOfCeiling = MinRate }];
    }

    /// <summary>Scraped more often, so that there is a p99 to speak of.</summary>
    private static Case WithRoom(AnalyzerCases cases, string transport) =>
        cases.Case(transport, Operation.LookUp, 10_000, new LoadShape.Open(PerSecond), On) with
        {
            Scraping = Every(TimeSpan.FromMilliseconds(100)),
        };

    private static Scraping Every(TimeSpan interval) =>
        new(interval, "analyzer_last_scrape_duration_seconds", MaxScrapeTime, MaxScrapeSize);
}
