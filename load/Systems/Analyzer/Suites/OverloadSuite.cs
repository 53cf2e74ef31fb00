using Load.Measuring;
using Load.Systems.Analyzer.Operations;
using Load.Systems.Analyzer.Overload;
using Load.Systems.Analyzer.Service;
using Load.Systems.Analyzer.Transports;

namespace Load.Systems.Analyzer.Suites;

/// <summary>
/// More than the service can do: up to four times the knee that the same run has found, with a limit that moves, a fixed one, and none.
/// Senders wait to be asked for the body, over gRPC and with 100-continue, so that a refusal costs either side little.
/// </summary>
internal static class OverloadSuite
{
    private static readonly double[] Factors = [0.5, 1, 2, 4];

    private static readonly (long Size, int Lowest, int Highest)[] Files = [(1_000_000, 25, 2500), (10_000, 250, 40_000)];

    public static SuiteCommand Command(AnalyzerOptions options) => options.Command(
        "overload",
        "0.5 to 4 times the knee of the same run, with a limit that moves, a fixed one, and none",
        (request, _) => Create(request));

    public static Suite Create(AnalyzerRequest request)
    {
        var cases = new AnalyzerCases(request) { IsAdaptive = true };
        return new()
        {
            Name = "overload",
            Cases = [.. Files.SelectMany(file => TransportCatalog.Usual.SelectMany(transport => Of(cases, file, transport)))],
            Repeats = 3,
            Searches = 1,
            IterationLength = TimeSpan.FromSeconds(5),
            WarmUp = TimeSpan.Zero,
            Timeout = TimeSpan.FromSeconds(5),
            MaxAtOnce = 2000,
            IsBeyondLimits = true,
            HasOwnProcessors = true,
            Compared = UploadLimit.Compared,
            DescribeAsync = request.DescribeAsync,
            Findings = OverloadSection.Of,
            Clock = "Times in ms, of right answers, from sending to the answer having been read. CPU is the service's, kernel included; " +
                "lab and service each had half of the processors, where there are two or more.",
        };
    }

    private static IEnumerable<Case> Of(AnalyzerCases cases, (long Size, int Lowest, int Highest) file, string transport)
    {
        Case[] rungs =
            [.. Asked(Operation.Asked, new LoadShape.Open(file.Lowest), UploadLimit.Adaptive).Rungs(file.Lowest, file.Highest)];
        var ladder = rungs[0].Ladder;
        return
        [
            .. rungs,
            .. from factor in Factors
               from limit in (ServiceSettings[])[UploadLimit.Adaptive, UploadLimit.Fixed, UploadLimit.None]
               select Asked(Operation.Asked, new LoadShape.OfKnee(factor), limit) with { Ladder = ladder },
            Asked(Operation.AskedOfSlow, new LoadShape.OfKnee(0.5), UploadLimit.Adaptive) with { Ladder = ladder },
            Asked(Operation.Asked, new LoadShape.OfKnee(0.5, Peak: 4), UploadLimit.Adaptive) with { Ladder = ladder },
            Asked(Operation.Asked, new LoadShape.Closed(8), UploadLimit.Shut),
        ];

        Case Asked(Operation operation, LoadShape load, ServiceSettings limit) =>
            cases.Case(transport, operation, file.Size, load, limit) with { MaxLag = Knee.MaxLag };
    }
}
