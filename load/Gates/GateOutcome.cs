using Load.Results.Summary;
using Load.Statistics;

namespace Load.Gates;

/// <summary>What became of a gate in one row.</summary>
/// <param name="Gate">As it was asked.</param>
/// <param name="Row">The row's name.</param>
/// <param name="Problem">Why it is missed; null when it is kept.</param>
/// <param name="Told">The figure beside its bound.</param>
internal sealed record GateOutcome(Gate Gate, string Row, string? Problem, string Told)
{
    public bool IsKept => Problem is null;

    public override string ToString() => $"{(IsKept ? "kept" : "MISSED")}: {Gate.Text}: {Row}: {Problem ?? Told}";

    /// <param name="gates">At least one.</param>
    /// <param name="run">What was measured.</param>
    /// <param name="baseline">For bounds that are multiples of it.</param>
    public static IReadOnlyList<GateOutcome> Of(IEnumerable<Gate> gates, SummaryDocument run, SummaryDocument? baseline) =>
        [.. gates.SelectMany(gate => Of(gate, run, baseline))];

    private static IEnumerable<GateOutcome> Of(Gate gate, SummaryDocument run, SummaryDocument? baseline)
    {
        var rows = run.Rows.Where(row => !row.IsRung && gate.Concerns(row)).ToArray();
        return rows.Length == 0
            ? [new GateOutcome(gate, "no row", "no row that it concerns was measured", "")]
            : rows.Select(row => Of(gate, row, run.IsSmoke, baseline));
    }

    private static GateOutcome Of(Gate gate, SummaryRow row, bool isSmoke, SummaryDocument? baseline)
    {
        var before = baseline?.Rows.FirstOrDefault(one => one.Name == row.Name);
        var hindrance = WhyNotJudged(gate.Figure, row, isSmoke) ?? (gate.IsOfBaseline ? WhyNoMeasure(gate.Figure, before, baseline) : null);
        if (hindrance is not null)
        {
            return new(gate, row.Name, hindrance, "");
        }

        if (gate.Figure.Of(row) is not { } value)
        {
            return new(gate, row.Name, $"the row has no {gate.Figure.Name}", "");
        }

        if (!gate.IsOfBaseline)
        {
            return Judged(gate.Bound, $"{Text(value)}");
        }

        return gate.Figure.Of(before!) is not { } earlier ? new(gate, row.Name, $"the baseline has no {gate.Figure.Name} of it", "")
            : Judged(gate.Bound * earlier, $"{Text(value)}, {Format.Digits(value / earlier)} times the baseline's {Text(earlier)}");

        GateOutcome Judged(double bound, string told) => new(gate, row.Name, gate.Holds(value, bound) ? null : told, told);

        string Text(double figure) => $"{Format.Digits(figure)} {gate.Figure.Units.Keys.First()}".TrimEnd();
    }

    /// <returns>Null when the row's figure means what it says.</returns>
    private static string? WhyNotJudged(GateFigure figure, SummaryRow row, bool isSmoke) =>
        row.Units == 0 ? string.Join(": ", ["nothing was measured", .. row.InvalidReasons.Take(1)])
        : figure.IsOfFailures ? null
        : isSmoke ? "figures of a run with --smoke mean nothing"
        : row.InvalidReasons is [var reason, ..] ? $"the row is void: {reason}"
        : null;

    /// <returns>Null when the baseline's row can be held against.</returns>
    private static string? WhyNoMeasure(GateFigure figure, SummaryRow? before, SummaryDocument? baseline) =>
        before is null ? "the baseline has no such row"
        : before.InvalidReasons is [var reason, ..] ? $"the baseline's row is void: {reason}"
        : !figure.IsOfFailures && before.Failed + before.TimedOut is > 0 and var failed
            ? $"{Format.Count(failed, "request")} of the baseline's row failed"
        : WhyNotJudged(figure, before, baseline!.IsSmoke) is { } why ? $"the baseline: {why}"
        : null;
}
