using Load.Measuring;
using Load.Systems.Analyzer.Operations;
using Load.Systems.Analyzer.Published;
using Load.Systems.Analyzer.Service;
using Load.Systems.Analyzer.Transports;

namespace Load.Systems.Analyzer.Suites;

/// <summary>
/// The ThreadPool experiment: does a higher minimum help? Once with code that never blocks, and once with a deliberately blocking call in
/// every request, of which the pool starves until it has grown.
/// </summary>
internal static class ThreadsSuite
{
    private const int Callers = 100;
    private const int BlockMilliseconds = 10;

    private static readonly (Operation Operation, long Size)[] Subjects = [(Operation.LookUp, 10_000), (Operation.Unknown, 1_000_000)];

    public static SuiteCommand Command(AnalyzerOptions options) => options.Command(
        "threads",
        $"ThreadPool minimums with code that never blocks, and with a blocking call of {BlockMilliseconds} ms in every request",
        (request, _) => Create(request));

    public static Suite Create(AnalyzerRequest request)
    {
        var cases = new AnalyzerCases(request);
        return new()
        {
            Name = "threads",
            Cases =
            [
                .. from subject in Subjects
                   from blocks in (bool[])[false, true]
                   from minimum in ThreadMinimum.All
                   select cases.Case(
                       TransportCatalog.Rest, subject.Operation, subject.Size, new LoadShape.Closed(Callers), Settings(minimum, blocks)),
            ],
            Repeats = 3,
            IterationLength = TimeSpan.FromSeconds(5),
            WarmUp = TimeSpan.Zero,
            WarmUpCallers = 1, // one at a time makes the pool grow no threads
            NewProcessPerIteration = true,
            Compared = AnalyzerDimensions.ThreadMinimums,
            DescribeAsync = request.DescribeAsync,
            Findings = MinimumSection.Of,
        };
    }

    private static ServiceSettings Settings(ServiceSettings minimum, bool blocks)
    {
        var watched = minimum.With("handler", blocks ? "blocking" : "async", ("Analyzer:Ceilings:WatchPool", "true"));
        return blocks ? watched.With("handler", "blocking", ("Analyzer:Ceilings:BlockMilliseconds", $"{BlockMilliseconds}")) : watched;
    }
}
