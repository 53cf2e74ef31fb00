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
        Cell Ask(Operation operation, long size) => new(transport, operation, size, new LoadShape.Closed(Askers), Ours);
        return
        [
            Ask(Operation.Empty, Small),
            Ask(Operation.LookUp, Small) with { Ceiling = Ask(Operation.Empty, Small).Name },
            Ask(Operation.Named, Large) with { Ceiling = Ask(Operation.LookUp, Small).Name }, // as fast as a look-up, however large the file
        ];
    }

    /// <summary>Each step has the one before it as its ceiling; the first, stock Kestrel, has none.</summary>
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
        return steps.Select((step, i) => i == 0 ? step : step with { Ceiling = steps[i - 1].Name });
    }
}
