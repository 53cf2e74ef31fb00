using Load.Measuring;
using Load.Measuring.Findings;
using Load.Statistics;
using Load.Systems.Prober.Rows;

namespace Load.Systems.Prober.Findings;

/// <summary>The effect of targets that never answer on the others, and on the process if there are no others.</summary>
internal static class HangSection
{
    private const double Bound = 1.2;

    /// <returns>Empty when no such row was measured.</returns>
    public static IEnumerable<ReportSection> Of(RunResult result)
    {
        string[] sentences = [.. result.Rows.SelectMany(row => Beside(result, row)), .. result.Rows.SelectMany(Alone)];
        return sentences.Length == 0 ? [] : [new ReportSection(
            "Targets that hang",
            "A target that hangs takes the handshake and the request, and then says nothing: it costs what any other does, and its " +
            "time-out. So CPU is over all probes that the farm counted, beside the row of as many targets that all answer. The p99 of " +
            "the lateness is interpolated within its bucket.",
            new TextTable(
                [new("row", true), new("µs"), new("late p99 ms"), new("in flight"), new("MB")],
                [.. result.Rows.Where(row => IsWay(row) && Hangs(row)).Select(row => new TextTable.Line(
                    [
                        row.Case.Name, Format.Digits(row.ServiceCpuSecondsPerUnit?.Mean * 1e6),
                        Format.Digits(row.Figure(ProbeFigures.LateWithin)?.Mean), Format.Digits(row.Figure(ProbeFigures.InFlight)?.Mean),
                        Format.Digits(row.ServicePeakWorkingSet / 1e6),
                    ]))]))
        {
            Sentences = sentences,
        }];
    }

    private static IEnumerable<string> Beside(RunResult result, CaseResult row)
    {
        var calm = result.Rows.FirstOrDefault(other => other.Case[ProbeRow.MixDimension] == TargetMix.Ok.Name
            && other.Case.SubjectBut(ProbeRow.MixDimension) == row.Case.SubjectBut(ProbeRow.MixDimension));
        if (calm is null || !IsWay(row) || row.Case[ProbeRow.MixDimension] != TargetMix.SomeHang.Name)
        {
            yield break;
        }

        if (row.RatioTo(calm, iteration => iteration.ServiceCpuSecondsPerUnit) is { } cpu)
        {
            var claim = $"{row.Case.Name}: a probe takes {cpu} the CPU of one where all answer";
            yield return $"{new Bar(claim, cpu, Bound, IsMin: false) { Rows = [row, calm] }}";
        }

        if (row.RatioTo(calm, Late) is { } late)
        {
            var claim = $"{row.Case.Name}: the p99 of the lateness is {late} that of the row where all answer";
            yield return $"{new Bar(claim, late, Bound, IsMin: false) { Rows = [row, calm] }}";
        }
    }

    private static IEnumerable<string> Alone(CaseResult row)
    {
        if (IsWay(row) && row.Case[ProbeRow.MixDimension] == TargetMix.AllHang.Name && row.ServicePeakWorkingSet is { } peak)
        {
            yield return $"{row.Case.Name}: at most {Format.Digits(peak / 1e6)} MB resident, with " +
                $"{Format.Digits(row.Figure(ProbeFigures.InFlight)?.Mean)} probes in flight: the bound on these is the bound on memory.";
        }
    }

    private static bool IsWay(CaseResult row) => row.Case[ProbeRow.WayDimension] == ProbeWay.Schedule.Name;

    private static bool Hangs(CaseResult row) =>
        row.Case[ProbeRow.MixDimension] is { } mix && (mix == TargetMix.SomeHang.Name || mix == TargetMix.AllHang.Name);

    private static double? Late(Iteration iteration) => iteration.Work.Figure(ProbeFigures.LateWithin);
}
