using System.Globalization;
using Load.Measuring;
using Load.Measuring.Findings;
using Load.Statistics;
using Load.Systems.Journal.Replaying;

namespace Load.Systems.Journal.Findings;

/// <summary>The whole program over two lengths: what a further line takes, and whether memory grows with the journal.</summary>
internal static class ReplayProgramSection
{
    public const string Work = "program";
    public const string LinesDimension = "lines";

    /// <summary>Promised on two quiet processors, in lines a second.</summary>
    private const double MinRate = 3.5e6;

    /// <summary>
    /// The memory counts as flat if several times the lines take at most this ratio; the garbage collector causes some of it.
    /// </summary>
    private const double MaxGrowth = 1.25;

    public static IEnumerable<ReportSection> Of(RunResult result)
    {
        CaseResult[] rows = [.. RowsOf(result)];
        return rows.Length == 0 ? [] :
        [
            new ReportSection(
                "The replay program",
                "journal replay --key, the whole program, over journals of two lengths; everything is verified, and the lines go to "
                + "/dev/null. A start takes its time, whatever the length: the difference of the two rows is what lines take.",
                new TextTable(
                    [new("lines", true), new("wall s"), new("CPU s"), new("processors"), new("lines/s"), new("peak MB")],
                    [.. rows.Select(Line)]))
            {
                Sentences = rows is [var few, .., var many] ? [.. Sentences(few, many)] : [],
            },
        ];
    }

    /// <summary>Lines a second of the longest journal; null where none was measured.</summary>
    public static double? RateOf(RunResult result) => RowsOf(result).LastOrDefault()?.Rate?.Mean;

    private static IEnumerable<CaseResult> RowsOf(RunResult result) => result.Rows
        .Where(row => row.Case[ReplaySection.Work] == Work && row.Rate is not null).OrderBy(LinesOf);

    private static int LinesOf(CaseResult row) => int.Parse(row.Case[LinesDimension]!, CultureInfo.InvariantCulture);

    private static TextTable.Line Line(CaseResult row)
    {
        var (wall, cpu) = (row.Iterations.Average(iteration => iteration.Window.TotalSeconds), row.Figure(ReplayCounter.CpuFigure)?.Mean);
        return new(
        [
            Format.Count(LinesOf(row)), Format.Digits(wall), Format.Digits(cpu), Format.Digits(cpu / wall),
            Format.Count((long)row.Rate!.Mean), Format.Digits(row.Figure(ReplayCounter.PeakFigure)?.Mean),
        ]);
    }

    private static IEnumerable<string> Sentences(CaseResult few, CaseResult many)
    {
        if (Further(few, many, iteration => iteration.Window.TotalSeconds) is { } wall)
        {
            yield return new FigureBar(
                $"Of the longer journal, a further line takes {Format.Digits(wall.Mean)} µs of wall time", wall,
                Math.Round(1e6 / MinRate, 3), "µs")
            {
                Rows = [few, many],
                NeedsRepeats = true,
            }.ToString();
        }

        if (Further(few, many, iteration => iteration.Work.Figure(ReplayCounter.CpuFigure)) is { } cpu)
        {
            yield return $"Of the longer journal, a further line takes {Format.Digits(cpu.Mean)} µs of processor time.";
        }

        if (many.RatioTo(few, iteration => iteration.Work.Figure(ReplayCounter.PeakFigure)) is { } memory)
        {
            var times = (double)LinesOf(many) / LinesOf(few);
            var claim = $"{Format.Digits(times)} times the lines take {memory} the memory";
            yield return $"{new Bar(claim, memory, MaxGrowth, IsMin: false) { Rows = [few, many] }}";
        }
    }

    /// <summary>The cost of a further line, in µs, repeat by repeat: the difference of the longer and the shorter journal.</summary>
    private static Estimate? Further(CaseResult few, CaseResult many, Func<Iteration, double?> seconds) => Estimate.Of(
    [
        .. from less in few.Iterations
           join more in many.Iterations on less.Repeat equals more.Repeat
           let further = seconds(more) - seconds(less)
           where further is not null && more.Work.Done > less.Work.Done
           select further.Value * 1e6 / (more.Work.Done - less.Work.Done),
    ]);
}
