using Load.Measuring;
using Load.Systems.Journal.Findings;

namespace Load.Systems.Journal.Suites;

/// <summary>What a replayed line costs with everything verified, beside bare decompression of the same lines.</summary>
internal static class ReplaySuite
{
    private static readonly Unit Pass = new("pass", "pass");

    public static SuiteCommand Command() => new(
        "replay", "reading back with everything verified: CPU of a line beside bare Brotli decompression, and the published replay",
        (_, _) => Create());

    public static Suite Create() => new()
    {
        Name = "replay",
        Cases = [Of(ReplaySection.Brotli, "Brotli"), Of(ReplaySection.Replay, "Replay")],
        Repeats = 5,
        IterationLength = TimeSpan.FromSeconds(5),
        WarmUp = TimeSpan.Zero, // BenchmarkDotNet has its own
        CoolDown = TimeSpan.Zero,
        Compared = new(ReplaySection.Work),
        Clock = "Times in ms, of processor time, of a pass over 200,000 lines. Each sample is the mean of an iteration of BenchmarkDotNet, "
            + "each repeat a process.",
        Findings = ReplaySection.Of,
    };

    private static Case Of(string work, string method) => new()
    {
        Dimensions = [new(ReplaySection.Work, work), new LoadShape.Closed(1).Dimension],
        Source = new CountSource.Benchmark($"*JournalBenchmarks.{method}"),
        Setup = Setup.None with { Name = "memory" },
        Unit = Pass,
        BytesPerUnit = ReplaySection.LinesOfAPass * (double)Corpus.DaemonLines.MeanBytes,
    };
}
