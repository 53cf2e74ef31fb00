using Load.Scenarios;
using Load.Server;
using Load.Transports;

namespace Load.Suites;

/// <summary>
/// What each protocol can do at best on this machine, and how far the real thing is from it: nothing against a look-up, an upload that is read and thrown
/// away against one that is hashed, analysed, and stored.
/// </summary>
internal static class CeilingsSuite
{
    private const long Small = 10_000;
    private const long Large = 10_000_000;
    private const int Askers = 16;
    private const int Uploaders = 4;

    /// <summary>A connection bears 146 early answers a second before files are read although they are known; there are four.</summary>
    private const int NamedPerSecond = 400;

    private static readonly LoadShape Seldom = new LoadShape.Open(NamedPerSecond);

    private static readonly ServiceSettings Ours = ServiceSettings.Default.With("kestrel", "ours");
    private static readonly ServiceSettings Stock = ServiceSettings.Default.With("kestrel", "stock", ("Analyzer:Ceilings:StockTransport", "true"));

    public static Suite Create() => new()
    {
        Name = "ceilings",
        Description = "what each protocol can do at best, and how far the real thing is from it",
        Cells = [.. TransportCatalog.All.SelectMany(Asks), .. TransportCatalog.All.SelectMany(Uploads)],
        Repeats = 5,
        Slot = TimeSpan.FromSeconds(2),
    };

    private static IEnumerable<Cell> Asks(string transport)
    {
        Cell Ask(Operation operation, long size, LoadShape load) => new(transport, operation, size, load, Ours);
        var many = new LoadShape.Closed(Askers);
        var empty = Ask(Operation.Empty, Small, many);
        var lookUp = Ask(Operation.LookUp, Small, many) with { Ceiling = empty.Name };

        // As fast as a look-up, however large the file; over bare HTTP/2 only as often as the service can reset streams (NamedPerSecond).
        return transport != "rest-h2"
            ? [empty, lookUp, Ask(Operation.Named, Large, many) with { Ceiling = lookUp.Name }]
            : [empty, lookUp, Ask(Operation.LookUp, Small, Seldom), Ask(Operation.Named, Large, Seldom) with { Ceiling = Ask(Operation.LookUp, Small, Seldom).Name }];
    }

    /// <summary>Each step has the one before it as its ceiling; the first, stock Kestrel, has none. A form is held against the raw body.</summary>
    private static IEnumerable<Cell> Uploads(string transport)
    {
        Cell Upload(Operation operation, ServiceSettings settings) => new(transport, operation, Large, new LoadShape.Closed(Uploaders), settings);
        Cell[] steps =
        [
            Upload(Operation.NullUpload, Stock),
            Upload(Operation.NullUpload, Ours),
            .. transport == "rest" ? [Upload(Operation.HashOnly, Ours), Upload(Operation.AnalysisOnly, Ours)] : (Cell[])[],
            Upload(Operation.Unknown, Ours),
        ];
        var ladder = steps.Select((step, i) => i == 0 ? step : step with { Ceiling = steps[i - 1].Name });
        return transport == "rest" ? ladder.Append(steps[^1] with { Transport = "rest-form", Ceiling = steps[^1].Name }) : ladder;
    }
}
