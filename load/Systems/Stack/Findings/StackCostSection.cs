using Load.Measuring;
using Load.Measuring.Findings;
using Load.Statistics;
using Load.Systems.Stack.Rows;

namespace Load.Systems.Stack.Findings;

/// <summary>The processor time of each process for a file, with the whole stack and without, and what was promised of it.</summary>
internal static class StackCostSection
{
    private const double MaxAnalyzer = 1.1;

    /// <returns>Empty unless both were measured.</returns>
    public static IEnumerable<ReportSection> Of(RunResult result)
    {
        if (RowOf(result, StackRow.Without) is not { } without || RowOf(result, StackRow.With) is not { } with)
        {
            return [];
        }

        var names = with.Iterations.SelectMany(iteration => iteration.Cost?.Processes ?? []).Select(process => process.Name).Distinct();
        return [new ReportSection(
            "What a file costs each process",
            "Microseconds of processor time for a file, kernel included. Probes, checkpoints and looks at the state go on without files "
                + "too: they are shared out over the files of the row.",
            new TextTable(
                [new("process", true), new("without the stack"), new("with it")],
                [.. names.Select(name => new TextTable.Line([name, Micros(without, name), Micros(with, name)]))]))
        {
            Sentences = [.. BarOf(with, without)],
        }];
    }

    private static IEnumerable<string> BarOf(CaseResult with, CaseResult without)
    {
        if (with.RatioTo(without, iteration => iteration.ServiceCpuSecondsPerUnit) is { } ratio)
        {
            var claim = $"With the whole stack the analyzer takes {ratio} its processor time for a file";
            yield return $"{new Bar(claim, ratio, MaxAnalyzer, IsMin: false) { Rows = [with, without] }}";
        }
    }

    /// <summary>The row of submissions; those of faults and evidence count otherwise.</summary>
    private static CaseResult? RowOf(RunResult result, string stack) =>
        result.Rows.FirstOrDefault(row => row.Case.Source is CountSource.Requests && row.Case[StackRow.Stack] == stack);

    private static string Micros(CaseResult row, string process) => Format.Digits(row.CpuSecondsPerUnit(process)?.Mean * 1e6);
}
