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

    /// <summary>Those of the bar.</summary>
    private const int Submitters = 64;

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
            Slot = TimeSpan.FromSeconds(3),
            WarmUp = TimeSpan.FromSeconds(1),
            Resources = raw,
        };
    }

    private static IEnumerable<Cell> Rows(string store, IRawStore raw)
    {
        var settings = ServiceSettings.Default.With("store", store, ("Analyzer:Store", store)).Filled(Stored);
        Cell Row(Operation operation, int callers) => new("rest", operation, Small, new LoadShape.Closed(callers), settings);
        Cell Under(Cell ceiling, Cell row) => row with { Ceiling = ceiling.Name, Baseline = ceiling.Name };

        var ceiling = Row(Operation.RawSave(raw), raw.AtOnce);
        var empty = Row(Operation.Empty, Askers);
        return
        [
            ceiling,
            Under(ceiling, Row(Operation.Save, Submitters)),
            Row(Operation.AnalysisOnly, Submitters),
            Under(ceiling, Row(Operation.Unknown, Submitters)),
            .. FewerSubmitters.Select(callers => Row(Operation.Unknown, callers)),
            empty,
            Row(Operation.StoredLookUp(new ReportArchive(Stored)), Askers) with { Ceiling = empty.Name },
        ];
    }
}
