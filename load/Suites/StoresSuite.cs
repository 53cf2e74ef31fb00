using Load.Scenarios;
using Load.Server;
using Load.Stores;

namespace Load.Suites;

/// <summary>Saving and finding in either store against what its engine can do at best, through the service and without the way there.</summary>
internal static class StoresSuite
{
    private const long Small = 2000;
    private const long Stored = 10_000;
    private const int Askers = 8;

    /// <summary>Those of the bars.</summary>
    private const int Submitters = 64;

    /// <summary>Of the ceiling's rate.</summary>
    private const double LeastRate = 0.6;

    /// <summary>Times the p99 of a flush of the ceiling, for the p99 of a save.</summary>
    private const double MostTail = 3;

    /// <summary>Sixty-four callers leave few processors little, and in that the runtime optimizes the code that they run.</summary>
    private static readonly TimeSpan WarmUp = TimeSpan.FromSeconds(4);

    private static readonly int[] FewerSubmitters = [1, 16];

    /// <param name="stores">To be measured.</param>
    /// <param name="url">Of Elasticsearch; null when it is not among them.</param>
    public static Suite Create(IReadOnlyList<string> stores, string? url)
    {
        IRawStore[] raw = [.. stores.Select(store => store == StoreTarget.Elasticsearch ? new RawElasticsearch(url ?? "http://127.0.0.1:9200") : (IRawStore)new RawSqlite())];
        return new()
        {
            Name = "stores",
            Description = "saving and finding in SQLite and, with --store-url, Elasticsearch, against the engine itself: raw inserts, raw bulk requests",
            Cells = [.. stores.Zip(raw).SelectMany(pair => Rows(pair.First, pair.Second))],
            Repeats = 5,
            Slot = WarmUp,
            WarmUp = WarmUp,
            WarmUpCallers = Submitters,
            Resources = raw,
        };
    }

    private static IEnumerable<Cell> Rows(string store, IRawStore raw)
    {
        var settings = ServiceSettings.Default.With("store", store, ("Analyzer:Store", store)).Filled(Stored);
        Cell Row(Operation operation, int callers, string transport = "rest") => new(transport, operation, Small, new LoadShape.Closed(callers), settings);
        Cell Under(Cell ceiling, Cell row) => row with { Ceiling = ceiling.Name, LeastOfCeiling = LeastRate, Baseline = ceiling.Name, MostOfBaseline = MostTail };

        var ceiling = Row(Operation.RawSave(raw), raw.AtOnce);
        var empty = Row(Operation.Empty, Askers);
        return
        [
            ceiling,
            Under(ceiling, Row(Operation.Save, Submitters)),
            Row(Operation.AnalysisOnly, Submitters),
            Under(ceiling, Row(Operation.Unknown, Submitters)),
            Under(ceiling, Row(Operation.Unknown, Submitters, "rest-h2")),
            Under(ceiling, Row(Operation.Unknown, Submitters, "grpc")),
            .. FewerSubmitters.Select(callers => Row(Operation.Unknown, callers)),
            empty,
            Row(Operation.StoredLookUp(new ReportArchive(Stored)), Askers) with { Ceiling = empty.Name },
        ];
    }
}
