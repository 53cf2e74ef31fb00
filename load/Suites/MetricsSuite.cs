using Load.Scenarios;
using Load.Server;
using Load.Transports;

namespace Load.Suites;

/// <summary>What it costs that the service counts and times everything and is scraped each second: look-ups of known files, which are nearly nothing themselves.</summary>
internal static class MetricsSuite
{
    /// <summary>Of the rate without metrics.</summary>
    private const double LeastRate = 0.97;

    private static readonly ServiceSettings Off = ServiceSettings.Default.With("metrics", "off", ("Analyzer:Metrics", "false"));
    private static readonly ServiceSettings On = ServiceSettings.Default.With("metrics", "on") with { IsScraped = true };

    public static Suite Create() => new()
    {
        Name = "metrics",
        Description = "what metrics cost: known look-ups with metrics scraped every second, and with none",
        Cells = [.. TransportCatalog.Usual.SelectMany(Pair)],
        Repeats = 20,
        Slot = TimeSpan.FromSeconds(3),
        Compared = "metrics",
    };

    private static IEnumerable<Cell> Pair(string transport)
    {
        var without = new Cell(transport, Operation.LookUp, 10_000, new LoadShape.Closed(16), Off);
        return [without, without with { Settings = On, Ceiling = without.Name, LeastOfCeiling = LeastRate }];
    }
}
