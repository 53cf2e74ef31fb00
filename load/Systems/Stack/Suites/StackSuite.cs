using Load.Measuring;
using Load.Stack;
using Load.Stack.Chaos;
using Load.Systems.Analyzer.Operations;
using Load.Systems.Analyzer.Service;
using Load.Systems.Analyzer.Suites;
using Load.Systems.Gateway.Processes;
using Load.Systems.Stack.Feeds;
using Load.Systems.Stack.Faults;
using Load.Systems.Stack.Findings;
using Load.Systems.Stack.Processes;
using Load.Systems.Stack.Rows;

namespace Load.Systems.Stack.Suites;

/// <summary>
/// Files are submitted through the gateway, once with nothing but analyzer and gateway and once with the whole stack behind them; then the
/// time until each is proven and told of, and what faults cost.
/// </summary>
internal static class StackSuite
{
    /// <summary>How many times its p99 a submission may take with the whole stack.</summary>
    private const double MaxTail = 1.2;

    private const long Size = 10_000;

    /// <summary>Latencies count from when a file was sent; one that is sent a little late changes none.</summary>
    private static readonly TimeSpan MaxLag = TimeSpan.FromMilliseconds(5);

    public static SuiteCommand Command(StackSuiteOptions options) => options.Command(
        "stack", "what do journal, rules and prober cost a file, how soon is it proven and told of, and what do faults cost?", Create);

    public static Suite Create(int rate, ulong seed)
    {
        var cases = new AnalyzerCases(new AnalyzerRequest { Seed = seed }) { IsAdaptive = true };
        var (alone, whole) = (SetupOf(isWhole: false), SetupOf(isWhole: true));
        var struck = whole with { Name = $"{StackRow.Stack}=struck" }; // what was killed is no longer warm
        var without = Submissions(cases, rate, StackRow.Without, alone);
        return new()
        {
            Name = "stack",
            Cases =
            [
                without,
                Submissions(cases, rate, StackRow.With, whole) with { Baseline = without.Name, MaxOfBaseline = MaxTail },
                new Case
                {
                    Dimensions = Dimensions("malicious", EvidenceCounter.PerSecond),
                    Source = new CountSource.Counter(EvidenceCounter.BeginAsync),
                    Setup = whole,
                    Unit = new("file", "file"),
                    Kind = "evidence",
                },
                .. Faults.Select(fault => new Case
                {
                    Dimensions =
                    [
                        .. Dimensions("mixed", Load.Stack.Chaos.Submissions.PerSecond),
                        Dimension.Setting(StackRow.Fault, fault.Name),
                    ],
                    Source = FaultsOf(fault, isBrief: false) with { Brief = FaultsOf(fault, isBrief: true) },
                    Setup = struck,
                    Unit = new("file", "file"),
                    Kind = "faults",
                }),
            ],
            Repeats = 4,
            IterationLength = TimeSpan.FromSeconds(20),
            WarmUpRound = TimeSpan.FromSeconds(6), // each stack is new, and takes more processor time until its code is compiled
            OneSystemAtATime = true,
            Compared = new ComparedDimension(StackRow.Stack),
            Clock = "Times in ms, of successful submissions, from sending to the answer having been read. CPU is the analyzer's, kernel " +
                "included; all processes and the lab ran on the same machine. Rows of faults count acknowledged files.",
            Findings = result => [.. StackCostSection.Of(result), .. EvidenceSection.Of(result), .. FaultSection.Of(result)],
        };
    }

    private static IReadOnlyList<StackFault> Faults => OperatingSystem.IsWindows() ? [StackFault.Kill] : [StackFault.Kill, StackFault.Stop];

    private static Case Submissions(AnalyzerCases cases, int rate, string stack, Setup setup)
    {
        var submitted = cases.Case(
            GatewayTransports.Rest, Operation.Unknown, Size, new LoadShape.Open(rate), ServiceSettings.Default);
        return submitted with
        {
            Dimensions = [.. submitted.Dimensions, Dimension.Setting(StackRow.Stack, stack)],
            Setup = setup,
            MaxLag = MaxLag,
        };
    }

    private static Dimension[] Dimensions(string file, int rate) =>
    [
        new(AnalyzerDimensions.Transport, GatewayTransports.Rest),
        new(AnalyzerDimensions.File, file),
        Dimension.Bytes(AnalyzerDimensions.Size, ChaosFile.Make("", isMalicious: true).Length),
        new LoadShape.Open(rate).Dimension,
        Dimension.Setting(StackRow.Stack, StackRow.With),
    ];

    private static CountSource.Counter FaultsOf(StackFault fault, bool isBrief) =>
        new((system, _) => Task.FromResult<IWorkCounter>(new FaultCounter(((MeasuredStack)system).Stack, fault, isBrief)));

    private static Setup SetupOf(bool isWhole) => new(
        $"{StackRow.Stack}={(isWhole ? StackRow.With : StackRow.Without)}",
        (context, cancellationToken) => MeasuredStack.StartAsync(isWhole, context, cancellationToken))
    {
        Programs = StackMembers.Projects,
    };
}
