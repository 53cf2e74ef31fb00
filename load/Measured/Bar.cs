using System.Globalization;
using Load.Statistics;

namespace Load.Measured;

/// <summary>What a row promises of its ceiling's rate, and what it kept.</summary>
/// <param name="Row">Measured beside its ceiling.</param>
/// <param name="Least">The share of the ceiling's rate that it has to have.</param>
/// <param name="Rate">The share that it has.</param>
internal sealed record Bar(Row Row, double Least, Ratio Rate)
{
    /// <summary>What the repeats say: <c>kept</c> and <c>missed</c> only when all of the 95 % interval lies on that side.</summary>
    public string Verdict => Rate.Low >= Least ? "kept" : Rate.High < Least ? "missed" : $"these repeats cannot tell, {(Rate.Value >= Least ? "more likely kept" : "more likely missed")}";

    public static IEnumerable<Bar> Of(IEnumerable<Row> rows) =>
        from row in rows
        let least = row.Cell.LeastOfCeiling
        let rate = row.RateOfCeiling
        where least is not null && rate is not null
        select new Bar(row, least.Value, rate);

    public override string ToString() =>
        $"{Row.Cell.Name} runs at {Text(Rate)} of the rate of {Row.Ceiling!.Cell.Name}" +
        (Row.CpuOfCeiling is { } cpu ? $" for {Text(cpu)} of its CPU per request" : "") +
        string.Create(CultureInfo.InvariantCulture, $"; at least {Least} × was promised: {Verdict}.");

    private static string Text(Ratio ratio) => string.Create(
        CultureInfo.InvariantCulture, $"{ratio.Value:0.000} ×{(ratio is { Low: { } low, High: { } high } ? string.Create(CultureInfo.InvariantCulture, $" (95 % interval {low:0.000} to {high:0.000})") : "")}");
}
