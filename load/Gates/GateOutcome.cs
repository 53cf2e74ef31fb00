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
            : rows.Select(row => Of(gate, row, baseline?.Rows.FirstOrDefault(one => one.Name == row.Name)));
    }

    private static GateOutcome Of(Gate gate, SummaryRow row, SummaryRow? before)
    {
        if (row.InvalidReasons is [var reason, ..] && !gate.Figure.IsCount)
        {
            return new(gate, row.Name, $"the row is void: {reason}", "");
        }

        if (gate.Figure.Of(row) is not { } value)
        {
            return new(gate, row.Name, $"the row has no {gate.Figure.Name}", "");
        }

        if (!gate.IsOfBaseline)
        {
            return Judged(gate.Bound, $"{Text(value)}");
        }

        return before is null ? new(gate, row.Name, "the baseline has no such row", "")
            : gate.Figure.Of(before) is not { } earlier ? new(gate, row.Name, $"the baseline has no {gate.Figure.Name} of it", "")
            : Judged(gate.Bound * earlier, $"{Text(value)}, {Format.Digits(value / earlier)} times the baseline's {Text(earlier)}");

        GateOutcome Judged(double bound, string told) => new(gate, row.Name, gate.Holds(value, bound) ? null : told, told);

        string Text(double figure) => $"{Format.Digits(figure)}{(gate.Figure.Units.Keys.First() is { Length: > 0 } unit ? $" {unit}" : "")}";
    }
}
