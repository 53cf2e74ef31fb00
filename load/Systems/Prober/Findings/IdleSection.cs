using Load.Measuring;
using Load.Measuring.Findings;
using Load.Statistics;
using Load.Systems.Prober.Rows;

namespace Load.Systems.Prober.Findings;

/// <summary>The memory of a target that waits for an hour: that of many less that of few, divided by the targets between them.</summary>
internal static class IdleSection
{
    /// <summary>Bytes that were promised for each.</summary>
    private const double Bound = 2000;

    /// <returns>Empty when no way was measured with two numbers of targets.</returns>
    public static IEnumerable<ReportSection> Of(RunResult result)
    {
        (CaseResult Row, CaseResult Few, Estimate Resident, Estimate Managed)[] pairs =
        [
            .. from row in result.Rows
               where row.Case[ProbeRow.WayDimension] == ProbeWay.Idle.Name
               let few = Fewest(result, row)
               where few != row
               let resident = Each(few, row, ProbeFigures.Resident)
               let managed = Each(few, row, ProbeFigures.Managed)
               where resident is not null && managed is not null
               select (row, few, resident, managed),
        ];
        return pairs.Length == 0 ? [] : [new ReportSection(
            "What an idle target holds",
            "Bytes for each target: what the process has resident with many less what it has with few, over the targets between them. " +
            "The prober has probed each target, and then learned from a changed file that they are due in an hour. 'managed' is what the " +
            "garbage collector calls its heap, garbage included.",
            new TextTable(
                [new("row", true), new("MB"), new("B a target"), new("managed B a target")],
                [.. pairs.Select(pair => new TextTable.Line(
                    [
                        pair.Row.Case.Name, Format.Digits(pair.Row.Figure(ProbeFigures.Resident)!.Mean), Format.Digits(pair.Resident.Mean),
                        Format.Digits(pair.Managed.Mean),
                    ]))]))
        {
            Sentences =
            [
                .. pairs.Select(pair => new FigureBar(
                    $"{pair.Row.Case.Name}: a target holds {Format.Digits(pair.Resident.Mean)} B", pair.Resident, Bound, "B")
                    {
                        Rows = [pair.Row, pair.Few],
                    })
                    .Select(bar => $"{bar}"),
            ],
        }];
    }

    /// <summary>The row that differs in the number of its targets only.</summary>
    private static CaseResult Fewest(RunResult result, CaseResult row) => result.Rows
        .Where(other => other.Case.SubjectBut(ProbeRow.TargetsDimension) == row.Case.SubjectBut(ProbeRow.TargetsDimension))
        .MinBy(TargetsOf)!;

    private static Estimate? Each(CaseResult few, CaseResult many, string figure)
    {
        const double Megabyte = 1e6;
        var between = TargetsOf(many) - TargetsOf(few);
        return Estimate.Of(
        [
            .. from one in few.Iterations
               join other in many.Iterations on one.Repeat equals other.Repeat
               where one.Work.Figures.ContainsKey(figure) && other.Work.Figures.ContainsKey(figure)
               select (other.Work.Figures[figure] - one.Work.Figures[figure]) * Megabyte / between,
        ]);
    }

    private static int TargetsOf(CaseResult row) => ProbeRow.TargetsOf(row.Case);
}
