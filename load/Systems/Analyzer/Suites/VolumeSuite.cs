using System.CommandLine;
using Load.Measuring;
using Load.Systems.Analyzer.Operations;
using Load.Systems.Analyzer.Service;
using Load.Systems.Analyzer.Stores;
using Load.Systems.Analyzer.Transports;

namespace Load.Systems.Analyzer.Suites;

/// <summary>
/// Do look-ups and listings stay as fast when the store is full? The same requests go to two services side by side, one with few reports
/// and one with many. Neither has a cache: it would hold most of the few, and the difference would not be the store's.
/// </summary>
internal static class VolumeSuite
{
    public const long Few = 10_000;
    public const long Many = 1_000_000;

    /// <summary>Times the p99 of the smaller store.</summary>
    private const double MaxTail = 1.5;

    private const int LookUpCallers = 8;
    private const int ListCallers = 4;

    /// <summary>Nothing is sent; the row needs a size.</summary>
    private const long NoFile = 10_000;

    public static SuiteCommand Command(AnalyzerOptions options)
    {
        var reports = new Option<long?>("--reports") { Description = $"In the larger store [default: {Many}]" };
        reports.Require(value => value is null or >= 100, "at least 100");
        return options.Command(
            "volume",
            "look-ups and listings with few reports stored and with --reports many, on SQLite and, with --store-url, on Elasticsearch",
            (request, parsed) => Create(request, parsed.GetValue(reports) ?? Many),
            reports);
    }

    /// <param name="request">The person's request.</param>
    /// <param name="reports">In the larger store.</param>
    public static Suite Create(AnalyzerRequest request, long reports)
    {
        var cases = new AnalyzerCases(request);
        return new()
        {
            Name = "volume",
            Cases = [.. from store in request.Store.Measurable
                        from operation in (Func<ReportArchive, Operation>[])[Operation.StoredLookUp, Operation.StoredList]
                        from one in Pair(cases, store, operation, reports)
                        select one],
            Repeats = 6,
            IterationLength = TimeSpan.FromSeconds(3),
            WarmUp = TimeSpan.FromSeconds(1),
            Compared = AnalyzerDimensions.Transports,
            DescribeAsync = request.DescribeAsync,
        };
    }

    private static Case[] Pair(AnalyzerCases cases, string store, Func<ReportArchive, Operation> operation, long reports)
    {
        Case Holding(long count)
        {
            var settings = ServiceSettings.Default.With("store", store, ("Analyzer:Store", store), ("Analyzer:CacheBytes", "0"))
                .Filled(count);
            var asked = operation(new ReportArchive(count));
            var load = new LoadShape.Closed(asked.IsListing ? ListCallers : LookUpCallers);
            return cases.Case(TransportCatalog.Rest, asked, NoFile, load, settings);
        }

        var few = Holding(Few);
        return [few, Holding(reports) with { Baseline = few.Name, MaxOfBaseline = MaxTail }];
    }
}
