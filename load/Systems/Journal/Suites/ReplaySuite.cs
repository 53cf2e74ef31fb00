using System.Globalization;
using Load.Measuring;
using Load.Systems.Journal.Findings;
using Load.Systems.Journal.Processes;
using Load.Systems.Journal.Replaying;

namespace Load.Systems.Journal.Suites;

/// <summary>The cost of a replayed line with everything verified, compared with decompression of the same lines.</summary>
internal static class ReplaySuite
{
    private const int BriefPart = 50;

    private static readonly int[] Lengths = [1_000_000, 4_000_000];
    private static readonly Unit Pass = new("pass", "pass");
    private static readonly Unit Line = new("line", "line");

    public static SuiteCommand Command() => new(
        "replay",
        "reading back with everything verified: CPU of a line beside bare decompression; the program; the published replay",
        (_, _) => Create());

    public static Suite Create() => new()
    {
        Name = "replay",
        Cases = [Of(ReplaySection.Decompression, "Decompress"), Of(ReplaySection.Replay, "Replay"), .. Lengths.Select(OfProgram)],
        Repeats = 5,
        IterationLength = TimeSpan.FromSeconds(5),
        WarmUp = TimeSpan.Zero, // BenchmarkDotNet has its own
        CoolDown = TimeSpan.Zero,
        Compared = new(ReplaySection.Work),
        Clock = "Times in ms, of processor time, of a pass over 200,000 lines. Each sample is the mean of an iteration of BenchmarkDotNet, "
            + "each repeat a process. The program: one run per repeat, including its start.",
        Findings = result => [.. ReplaySection.Of(result), .. ReplayProgramSection.Of(result), .. PublishedJournal.OfReplay(result)],
    };

    private static Case OfProgram(int lines)
    {
        return new()
        {
            Dimensions =
            [
                new(ReplaySection.Work, ReplayProgramSection.Work),
                new(ReplayProgramSection.LinesDimension, lines.ToString(CultureInfo.InvariantCulture)) { IsNumber = true },
            ],
            Source = Replaying(lines) with { Brief = Replaying(lines / BriefPart) },
            Setup = new("journals-to-replay", (context, _) => Task.FromResult<ISystemUnderTest>(new JournalsToReplay(context)))
            {
                Programs = [JournalProcess.Project],
            },
            Unit = Line,
            BytesPerUnit = Corpus.DaemonLines.MeanBytes,
            Obstacle = ReplayCounter.Obstacle,
        };

        static CountSource.Counter Replaying(int lines) =>
            new((system, cancellationToken) => ReplayCounter.BeginAsync(system, lines, cancellationToken));
    }

    private static Case Of(string work, string method) => new()
    {
        Dimensions = [new(ReplaySection.Work, work), new LoadShape.Closed(1).Dimension],
        Source = new CountSource.Benchmark($"*JournalBenchmarks.{method}"),
        Setup = Setup.None with { Name = "memory" },
        Unit = Pass,
        BytesPerUnit = ReplaySection.LinesOfAPass * (double)Corpus.DaemonLines.MeanBytes,
    };
}
