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

    private static readonly OverloadFile[] Files = [OverloadFile.Large, new(10_000, 250, 40_000)];

    public static SuiteCommand Command(AnalyzerOptions options) => options.Command(
        "overload",
        "0.5 to 4 times the knee of the same run, with a limit that moves, a fixed one, and none",
        (request, _) => Create(request));

    public static Suite Create(AnalyzerRequest request)
    {
        var cases = new AnalyzerCases(request) { IsAdaptive = true };
        return Of(
            "overload",
            from file in Files
            from transport in TransportCatalog.Usual
            from row in Rows(file, Factors, [UploadLimit.Adaptive, UploadLimit.Fixed, UploadLimit.None],
                (operation, load, limit) => cases.Case(transport, operation, file.Size, load, limit))
            select row) with
        {
            DescribeAsync = request.DescribeAsync,
            Findings = result => OverloadSection.Of(result, row => row.ServiceCpuSecondsPerUnit?.Mean),
        };
    }

    /// <param name="name">Of the suite.</param>
    /// <param name="rows">Of <see cref="Rows"/>.</param>
    public static Suite Of(string name, IEnumerable<Case> rows) => new()
    {
        Name = name,
        Cases = [.. rows],
        Repeats = 3,
        Searches = 1,
        IterationLength = TimeSpan.FromSeconds(5),
        WarmUp = TimeSpan.Zero,
        Timeout = TimeSpan.FromSeconds(5),
        MaxAtOnce = 2000,
        IsBeyondLimits = true,
        HasOwnProcessors = true,
        Compared = UploadLimit.Compared,
        Clock = "Times in ms, of right answers, from sending to the answer having been read. CPU is the service's, kernel included; " +
            "lab and service each had half of the processors, where there are two or more.",
    };

    /// <summary>The search for the knee of one way, and multiples of it.</summary>
    /// <param name="file">What is sent.</param>
    /// <param name="factors">The multiples.</param>
    /// <param name="limits">Each of them under each; the knee is the first one's.</param>
    /// <param name="make">Makes a case of the way.</param>
    public static IEnumerable<Case> Rows(
        OverloadFile file, double[] factors, ServiceSettings[] limits, Func<Operation, LoadShape, ServiceSettings, Case> make)
    {
        Case[] rungs = [.. Asked(Operation.Asked, new LoadShape.Open(file.Lowest), limits[0]).Rungs(file.Lowest, file.Highest)];
        var ladder = rungs[0].Ladder;
        return
        [
            .. rungs,
            .. from factor in factors
               from limit in limits
               select Asked(Operation.Asked, new LoadShape.OfKnee(factor), limit) with { Ladder = ladder },
            Asked(Operation.AskedOfSlow, new LoadShape.OfKnee(0.5), limits[0]) with { Ladder = ladder },
            Asked(Operation.Asked, new LoadShape.OfKnee(0.5, Peak: 4), limits[0]) with { Ladder = ladder },
            Asked(Operation.Asked, new LoadShape.Closed(8), UploadLimit.Shut),
        ];

        Case Asked(Operation operation, LoadShape load, ServiceSettings limit) =>
            make(operation, load, limit) with { MaxLag = Knee.MaxLag };
    }
}

/// <summary>What is sent to a service beyond its limits.</summary>
/// <param name="Size">Bytes.</param>
/// <param name="Lowest">The rate, in requests a second, at which the search for the knee begins.</param>
/// <param name="Highest">The rate at which it ends.</param>
internal sealed record OverloadFile(long Size, int Lowest, int Highest)
{
    public static OverloadFile Large { get; } = new(1_000_000, 25, 2500);
}
