using System.Globalization;
using Load.Statistics;

namespace Load.Measuring;

/// <summary>A promise about one figure, and whether it was kept.</summary>
/// <param name="Claim">A sentence up to the promise.</param>
/// <param name="Bound">The most that the figure may be.</param>
/// <param name="Unit">The unit of the bound, such as <c>ms</c>; empty for a number.</param>
internal sealed record FigureBar(string Claim, Estimate Figure, double Bound, string Unit)
{
    /// <summary>The rows that the figure is of.</summary>
    public required IReadOnlyList<CaseResult> Rows { get; init; }

    /// <summary>A single repeat tells nothing: the figure is the difference of two that vary.</summary>
    public bool NeedsRepeats { get; init; }

    private string Verdict => Rows.Any(row => !row.IsValid) ? Bar.NotJudged
        : NeedsRepeats && Figure.HalfWidth is null ? "one repeat cannot tell"
        : VerdictOf(Figure.Low, Figure.High, Bound);

    public override string ToString() => string.Create(
        CultureInfo.InvariantCulture, $"{Claim}; at most {Bound}{(Unit.Length > 0 ? $" {Unit}" : "")} was promised: {Verdict}.");

    /// <summary>The repeats' verdict: <c>kept</c> and <c>missed</c> only when all of the 95 % interval lies on that side.</summary>
    public static string VerdictOf(double low, double high, double bound) =>
        high <= bound ? "kept" : low > bound ? "missed" : "these repeats cannot tell";
}
