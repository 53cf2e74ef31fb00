using Load.Measuring;
using Load.Measuring.Findings;
using Load.Statistics;
using Load.Systems.Prober.Rows;

namespace Load.Systems.Prober.Findings;

/// <summary>Rows of 20,000 targets of which something was promised besides their cost.</summary>
internal static class ScheduleSection
{
    private const double MinOfLoop = 0.9;

    /// <summary>Figures, and the most that each may be.</summary>
    private static readonly (string Figure, double Bound)[] Punctual =
        [(ProbeFigures.Missed, 0), (ProbeFigures.False, 0), (ProbeFigures.LateTail, 50), (ProbeFigures.InTimeWait, 10)];

    /// <summary>The answering server, kind and seconds.</summary>
    private static readonly (bool WithNginx, string Kind, int Seconds, (string Figure, double Bound)[] Promised)[] Promises =
    [
        (true, "https", 10, Punctual),
        (false, "https", 20, Punctual),
        (false, "https", 10, [(ProbeFigures.False, 0)]),
        (false, "tcp", 5, [(ProbeFigures.Missed, 0)]),
    ];

    /// <param name="withNginx">nginx answered, in place of the lab's farm.</param>
    /// <returns>Empty when no such row was measured.</returns>
    public static IEnumerable<ReportSection> Of(RunResult result, bool withNginx)
    {
        (CaseResult Row, string Figure, double Bound, Estimate Value)[] lines =
        [
            .. from promise in Promises
               where promise.WithNginx == withNginx
               from row in result.Rows
               where Is(row, promise.Kind, promise.Seconds, ProbeWay.Schedule)
               from promised in promise.Promised
               let value = row.Figure(promised.Figure)
               where value is not null
               select (row, promised.Figure, promised.Bound, value),
        ];
        return lines.Length == 0 ? [] : [new ReportSection(
            "20,000 targets on time",
            "What was promised of these rows besides the cost of a probe.",
            new TextTable(
                [new("row", true), new("figure", true), new("seen"), new("at most")],
                [.. lines.Select(line => new TextTable.Line(
                    [line.Row.Case.Name, line.Figure, Format.Digits(line.Value.Mean), Format.Digits(line.Bound)]))]))
        {
            Sentences =
            [
                .. lines.Select(line => new FigureBar(
                    $"{line.Row.Case.Name}: {line.Figure} {Format.Digits(line.Value.Mean)}", line.Value, line.Bound, Unit: "")
                    {
                        Rows = [line.Row],
                    })
                    .Select(bar => $"{bar}"),
                .. withNginx ? Enumerable.Empty<string>() : OfLoop(result),
            ],
        }];
    }

    private static IEnumerable<string> OfLoop(RunResult result) =>
        from row in result.Rows
        where Is(row, "https", 10, ProbeWay.Schedule)
        from loop in result.Rows
        where Is(loop, "https", 10, ProbeWay.Loop)
        let ratio = row.RatioTo(loop, iteration => iteration.Rate)
        where ratio is not null
        let claim = $"{row.Case.Name} has {ratio} the rate of the bare loop"
        select $"{new Bar(claim, ratio, MinOfLoop, IsMin: true) { Rows = [row, loop] }}";

    private static bool Is(CaseResult row, string kind, int seconds, ProbeWay way) =>
        row.Case[ProbeRow.KindDimension] == kind && row.Case[ProbeRow.EveryDimension] == $"{seconds}s"
        && row.Case[ProbeRow.WayDimension] == way.Name && row.Case[ProbeRow.MixDimension] == TargetMix.Ok.Name
        && ProbeRow.TargetsOf(row.Case) == 20_000;
}
