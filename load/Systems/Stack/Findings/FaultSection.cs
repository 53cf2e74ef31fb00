using Load.Measuring;
using Load.Measuring.Findings;
using Load.Statistics;
using Load.Systems.Stack.Faults;
using Load.Systems.Stack.Rows;

namespace Load.Systems.Stack.Findings;

/// <summary>What the faults cost: nothing may be lost, and all has to be back within ten seconds.</summary>
internal static class FaultSection
{
    private const double MaxHealed = 10;

    /// <returns>Empty unless faults struck.</returns>
    public static IEnumerable<ReportSection> Of(RunResult result)
    {
        var rows = result.Rows.Where(row => row.Figure(FaultCounter.Rounds) is not null).ToList();
        return rows.Count == 0 ? [] : [new ReportSection(
            "What faults cost",
            "Each process was struck in turn while files came. After each fault every acknowledged file needs its report, its audit line "
                + "with a proof that holds by itself, its alert once if it is malicious, and the prober's timeline the outage within its "
                + "bounds. 'healed' is the longest time until all were ready and a new file was acknowledged.",
            new TextTable(
                [new("fault", true), new("times"), new("files"), new("lost"), new("healed s")],
                [
                    .. rows.Select(row => new TextTable.Line(
                        [
                            row.Case[StackRow.Fault]!, $"{Sum(row, FaultCounter.Rounds)}", $"{row.Done}",
                            $"{Sum(row, FaultCounter.Lost)}", Format.Digits(Longest(row)),
                        ],
                        Sum(row, FaultCounter.Lost) > 0 ? LineTone.Failed : LineTone.Plain)),
                ]))
        {
            Sentences = [.. rows.Select(Sentence)],
        }];
    }

    private static string Sentence(CaseResult row)
    {
        var (lost, longest) = (Sum(row, FaultCounter.Lost), Longest(row));
        return $"{row.Case[StackRow.Fault]}: {lost} lost of {row.Done}, back within {Format.Digits(longest)} s; "
            + (row.IsValid
                ? $"0 and at most {MaxHealed} s were promised: {(lost == 0 && longest <= MaxHealed ? "kept" : "missed")}."
                : "its row is void.");
    }

    private static long Sum(CaseResult row, string figure) => (long)row.Iterations.Sum(iteration => iteration.Work.Figure(figure) ?? 0);

    private static double Longest(CaseResult row) => row.Iterations.Max(iteration => iteration.Work.Figure(FaultCounter.Healed) ?? 0);
}
