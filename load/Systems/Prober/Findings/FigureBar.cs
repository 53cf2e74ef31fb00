using System.Globalization;
using Load.Statistics;

namespace Load.Systems.Prober.Findings;

/// <summary>A promise about one figure, and whether it was kept.</summary>
/// <param name="Claim">A sentence up to the promise.</param>
/// <param name="Bound">The most that the figure may be.</param>
/// <param name="Unit">Of the bound, such as <c>ms</c>; empty for a number.</param>
internal sealed record FigureBar(string Claim, Estimate Figure, double Bound, string Unit)
{
    /// <summary>The repeats' verdict: <c>kept</c> and <c>missed</c> only when all of the 95 % interval lies on that side.</summary>
    public string Verdict => Figure.High <= Bound ? "kept" : Figure.Low > Bound ? "missed" : "these repeats cannot tell";

    public override string ToString() => string.Create(
        CultureInfo.InvariantCulture, $"{Claim}; at most {Bound}{(Unit.Length > 0 ? $" {Unit}" : "")} was promised: {Verdict}.");
}
