using Load.Measuring;
using Load.Systems.Analyzer.Operations;
using Load.Systems.Analyzer.Published;
using Load.Systems.Analyzer.Service;
using Load.Systems.Analyzer.Transports;

namespace Load.Systems.Analyzer.Suites;

/// <summary>The first system's published matrix, and HTTP/2 without gRPC as a further column.</summary>
internal static class MatrixSuite
{
    private const long MB = 1_000_000;

    /// <summary>The first system's.</summary>
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(120);

    private static readonly long[] Sizes = [MB, 10 * MB, 100 * MB];
    private static readonly int[] Instances = [1, 50, 100, 1000];

    public static SuiteCommand Command(AnalyzerOptions options) => options.Command(
        "matrix",
        "the first system's matrix: sizes, instances, ThreadPool minimums, known and unknown, REST, HTTP/2 and gRPC",
        (request, _) => Create(request, CapacityEstimate.Here),
        options.Transports);

    /// <param name="request">The person's request.</param>
    /// <param name="machine">The machine; cases that do not fit it are skipped.</param>
    public static Suite Create(AnalyzerRequest request, CapacityEstimate machine)
    {
        var cases = new AnalyzerCases(request);
        return new Suite
        {
            Name = "matrix",
            Cases =
            [
                .. from size in Sizes
                   from callers in Instances
                   from operation in (Operation[])[Operation.Unknown, Operation.KnownFile]
                   from settings in ThreadMinimum.All
                   from transport in request.Transports ?? TransportCatalog.All
                   let load = new LoadShape.Closed(callers)
                   let one = cases.Case(transport, operation, size, load, settings)
                   select one with { Obstacle = one.Obstacle ?? machine.ObstacleTo(operation, size, load, Timeout) },
            ],
            Repeats = 5,
            IterationLength = TimeSpan.FromSeconds(2),
            Timeout = Timeout,
            CoolDown = TimeSpan.FromSeconds(12), // the service gives idle buffers back every five seconds
            Compared = AnalyzerDimensions.Transports,
            AlsoCompared = [AnalyzerDimensions.ThreadMinimums],
            DescribeAsync = request.DescribeAsync,
            Findings = result => [.. PublishedComparison.Of(result), .. MinimumSection.Of(result)],
            Details = SevenFigures.Of,
        };
    }
}
