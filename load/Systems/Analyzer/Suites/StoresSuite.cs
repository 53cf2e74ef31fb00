using Load.Measuring;
using Load.Systems.Analyzer.Operations;
using Load.Systems.Analyzer.Service;
using Load.Systems.Analyzer.Stores;
using Load.Systems.Analyzer.Transports;

namespace Load.Systems.Analyzer.Suites;

/// <summary>
/// Saving and finding in either store against what its engine can do at best, through the service and without the way there.
/// </summary>
internal static class StoresSuite
{
    private const long Small = 2000;
    private const long Stored = 10_000;
    private const int Askers = 8;

    /// <summary>The number of submitters that the bars name.</summary>
    private const int Submitters = 64;

    /// <summary>The share of the ceiling's rate that was promised.</summary>
    private const double MinRate = 0.6;

    /// <summary>Times the p99 of a flush of the ceiling, for the p99 of a save.</summary>
    private const double MaxTail = 3;

    /// <summary>Sixty-four callers leave few processors little, and in that the runtime optimizes the code that they run.</summary>
    private static readonly TimeSpan WarmUp = TimeSpan.FromSeconds(4);

    private static readonly int[] FewerSubmitters = [1, 16];

    public static SuiteCommand Command(AnalyzerOptions options) => options.Command(
        "stores",
        "saving and finding in SQLite and, with --store-url, Elasticsearch, against the engine itself: raw inserts, raw bulk requests",
        (request, _) => Create(request));

    public static Suite Create(AnalyzerRequest request)
    {
        var cases = new AnalyzerCases(request);
        var stores = request.Store.Measurable;
        IRawStore[] raw = [.. stores.Select(store => RawOf(store, request))];
        return new()
        {
            Name = "stores",
            Cases = [.. stores.Zip(raw).SelectMany(pair => Rows(cases, pair.First, pair.Second))],
            Repeats = 5,
            IterationLength = WarmUp,
            WarmUp = WarmUp,
            WarmUpCallers = Submitters,
            Resources = raw,
            Compared = AnalyzerDimensions.Transports,
            DescribeAsync = request.DescribeAsync,
        };
    }

    private static IRawStore RawOf(string store, AnalyzerRequest request) =>
        store == StoreTarget.Elasticsearch ? new RawElasticsearch(request.Store.Url!) : new RawSqlite();

    private static IEnumerable<Case> Rows(AnalyzerCases cases, string store, IRawStore raw)
    {
        var settings = ServiceSettings.Default.With("store", store, ("Analyzer:Store", store)).Filled(Stored);
        Case Row(Operation operation, int callers, string transport = TransportCatalog.Rest) =>
            cases.Case(transport, operation, Small, new LoadShape.Closed(callers), settings);
        Case Under(Case ceiling, Case row) =>
            row with { Ceiling = ceiling.Name, MinOfCeiling = MinRate, Baseline = ceiling.Name, MaxOfBaseline = MaxTail };

        var ceiling = Row(Operation.RawSave(raw), raw.AtOnce);
        var empty = Row(Operation.Empty, Askers);
        return
        [
            ceiling,
            Under(ceiling, Row(Operation.Save, Submitters)),
            Row(Operation.AnalysisOnly, Submitters),
            Under(ceiling, Row(Operation.Unknown, Submitters)),
            Under(ceiling, Row(Operation.Unknown, Submitters, TransportCatalog.RestOverHttp2)),
            Under(ceiling, Row(Operation.Unknown, Submitters, TransportCatalog.Grpc)),
            .. FewerSubmitters.Select(callers => Row(Operation.Unknown, callers)),
            empty,
            Row(Operation.StoredLookUp(new ReportArchive(Stored)), Askers) with { Ceiling = empty.Name },
        ];
    }
}
