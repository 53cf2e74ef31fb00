using Load.Measuring;
using Load.Systems.Analyzer.Operations;
using Load.Systems.Analyzer.Service;
using Load.Systems.Analyzer.Transports;

namespace Load.Systems.Analyzer.Suites;

/// <summary>Open model, rising until it breaks: where is the knee? Strides first, then halves, down to 5 %.</summary>
internal static class StressSuite
{
    private static readonly (Operation Operation, long Size, int Lowest, int Highest)[] Ladders =
    [
        (Operation.LookUp, 10_000, 1000, 100_000),
        (Operation.Unknown, 10_000, 250, 40_000),
        (Operation.Unknown, 1_000_000, 25, 2500),
    ];

    public static SuiteCommand Command(AnalyzerOptions options) => options.Command(
        "stress", "open model: finds the highest rate that holds, to 5 %, and says what broke above it", (request, _) => Create(request),
        options.Transports);

    public static Suite Create(AnalyzerRequest request)
    {
        var cases = new AnalyzerCases(request) { IsAdaptive = true };
        return new()
        {
            Name = "stress",
            Cases =
            [
                .. from ladder in Ladders
                   from transport in request.Transports ?? [.. TransportCatalog.Usual, TransportCatalog.RestPerCall]
                   where transport != TransportCatalog.RestPerCall || ladder.Operation == Operation.LookUp
                   let lowest = cases.Case(
                       transport, ladder.Operation, ladder.Size, new LoadShape.Open(ladder.Lowest), ServiceSettings.Default)
                   from rung in lowest.Rungs(ladder.Lowest, ladder.Highest)
                   select rung,
            ],
            Repeats = 3,
            IterationLength = TimeSpan.FromSeconds(3),
            WarmUp = TimeSpan.Zero,
            IsBeyondLimits = true,
            Compared = AnalyzerDimensions.Transports,
            DescribeAsync = request.DescribeAsync,
        };
    }
}
