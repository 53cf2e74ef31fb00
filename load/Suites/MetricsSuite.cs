using Load.Scenarios;
using Load.Server;
using Load.Transports;

namespace Load.Suites;

/// <summary>
/// What it costs that the service counts and times everything and is scraped each second: look-ups of known files, which are nearly nothing themselves.
/// And what a scrape takes: on a machine that is full, where it waits for a processor as everybody does, and on one that has room.
/// </summary>
internal static class MetricsSuite
{
    /// <summary>Of the rate without metrics.</summary>
    private const double LeastRate = 0.97;

    /// <summary>Look-ups that leave two cores some room.</summary>
    private const int PerSecond = 8000;

    private static readonly ServiceSettings Off = ServiceSettings.Default.With("metrics", "off", ("Analyzer:Metrics", "false"));
    private static readonly ServiceSettings On = ServiceSettings.Default.With("metrics", "on");

    public static Suite Create() => new()
    {
        Name = "metrics",
        Description = "what metrics cost: known look-ups with metrics scraped every second, and with none; and what a scrape takes",
        Cells = [.. TransportCatalog.Usual.SelectMany(Pair), .. TransportCatalog.Usual.Select(WithRoom)],
        Repeats = 20,
        Slot = TimeSpan.FromSeconds(3),
        Compared = "metrics",
    };

    private static IEnumerable<Cell> Pair(string transport)
    {
        var without = new Cell(transport, Operation.LookUp, 10_000, new LoadShape.Closed(16), Off);
        return
        [
            without,
            without with { Settings = On, ScrapeInterval = TimeSpan.FromSeconds(1), Ceiling = without.Name, LeastOfCeiling = LeastRate },
        ];
    }

    /// <summary>Scraped more often, so that there is a p99 to speak of.</summary>
    private static Cell WithRoom(string transport) =>
        new(transport, Operation.LookUp, 10_000, new LoadShape.Open(PerSecond), On) { ScrapeInterval = TimeSpan.FromMilliseconds(100) };
}
