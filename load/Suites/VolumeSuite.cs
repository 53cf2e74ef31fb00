using Load.Scenarios;
using Load.Server;
using Load.Stores;

namespace Load.Suites;

/// <summary>
/// Do look-ups and listings stay as fast when the store is full? The same requests to two services side by side, one with few reports and one with many. Neither has
/// a cache: it would hold most of the few, and the two would differ by what no store has to do with.
/// </summary>
internal static class VolumeSuite
{
    public const long Few = 10_000;
    public const long Many = 1_000_000;

    /// <summary>Times the p99 of the smaller store.</summary>
    private const double MostTail = 1.5;

    private const int LookUpCallers = 8;
    private const int ListCallers = 4;

    /// <summary>Nothing is sent; the row needs a size.</summary>
    private const long NoFile = 10_000;

    /// <param name="stores">To be measured.</param>
    /// <param name="reports">In the larger one; a million when nothing is said.</param>
    public static Suite Create(IReadOnlyList<string> stores, long? reports) => new()
    {
        Name = "volume",
        Description = "look-ups and listings with few reports stored and with --reports many, on SQLite and, with --store-url, on Elasticsearch",
        Cells = [.. from store in stores
                    from operation in (Func<ReportArchive, Operation>[])[Operation.StoredLookUp, Operation.StoredList]
                    from cell in Pair(store, operation, reports ?? Many)
                    select cell],
        Repeats = 6,
        Slot = TimeSpan.FromSeconds(3),
        WarmUp = TimeSpan.FromSeconds(1),
    };

    private static Cell[] Pair(string store, Func<ReportArchive, Operation> operation, long reports)
    {
        Cell Of(long count)
        {
            var settings = ServiceSettings.Default.With("store", store, ("Analyzer:Store", store), ("Analyzer:CacheBytes", "0")).Filled(count);
            var asked = operation(new ReportArchive(count));
            return new Cell("rest", asked, NoFile, new LoadShape.Closed(asked.Name == "list" ? ListCallers : LookUpCallers), settings);
        }

        var few = Of(Few);
        return [few, Of(reports) with { Baseline = few.Name, MostOfBaseline = MostTail }];
    }
}
