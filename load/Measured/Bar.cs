using System.Globalization;
using Load.Statistics;

namespace Load.Measured;

/// <summary>What was promised of a row against another, and what it kept.</summary>
/// <param name="Claim">What the row does, up to the promise.</param>
/// <param name="Ratio">Of the two rows' figures.</param>
/// <param name="Bound">Where the ratio has to lie.</param>
/// <param name="IsLeast">At the bound or above it; otherwise at the bound or below.</param>
internal sealed record Bar(string Claim, Ratio Ratio, double Bound, bool IsLeast)
{
    /// <summary>What the repeats say: <c>kept</c> and <c>missed</c> only when all of the 95 % interval lies on that side.</summary>
    public string Verdict => (IsLeast ? Ratio.Low >= Bound : Ratio.High <= Bound) ? "kept"
        : (IsLeast ? Ratio.High < Bound : Ratio.Low > Bound) ? "missed"
        : $"these repeats cannot tell, more likely {((IsLeast ? Ratio.Value >= Bound : Ratio.Value <= Bound) ? "kept" : "missed")}";

    public static IEnumerable<Bar> Of(IEnumerable<Row> rows) => rows.SelectMany(Of);

    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{Claim}; {(IsLeast ? "at least" : "at most")} {Bound} × was promised: {Verdict}.");

    private static IEnumerable<Bar> Of(Row row)
    {
        if (row is { Cell.LeastOfCeiling: { } least, RateOfCeiling: { } rate, Ceiling: { } ceiling })
        {
            yield return new(
                $"{row.Cell.Name} runs at {Text(rate)} of the rate of {ceiling.Cell.Name}" +
                (row.CpuOfCeiling is { } cpu && !ceiling.IsLabOnly ? $" for {Text(cpu)} of its CPU per request" : "") + Room(row, ceiling),
                rate, least, IsLeast: true);
        }

        if (row is { Cell.MostOfBaseline: { } most, TailOfBaseline: { } tail, Baseline: { } baseline })
        {
            yield return new(
                $"{row.Cell.Name} has {Text(tail)} the p99 of {baseline.Cell.Name}" +
                $" ({Units.Milliseconds(row.Latencies.At(0.99)?.Value)} against {Units.Milliseconds(baseline.Latencies.At(0.99)?.Value)} ms, whose mean is {Units.Milliseconds(baseline.Latencies.Mean)} ms)",
                tail, most, IsLeast: false);
        }
    }

    /// <summary>How far the processors would reach if the row had all of them, which tells a service that is slow from a machine that is full.</summary>
    private static string Room(Row row, Row ceiling) => row.RateOnFullMachine is { } full && ceiling.Rate is { } best
        ? $" (the service took {Units.Digits(1e6 * row.ServiceProcessors / row.Rate?.Mean)} µs CPU for each, the lab {Units.Digits(1e6 * row.LabProcessors / row.Rate?.Mean)}: " +
          $"{Environment.ProcessorCount} processors have room for {Units.Percent(full / best.Mean)})"
        : "";

    private static string Text(Ratio ratio) => string.Create(
        CultureInfo.InvariantCulture, $"{ratio.Value:0.000} ×{(ratio is { Low: { } low, High: { } high } ? string.Create(CultureInfo.InvariantCulture, $" (95 % interval {low:0.000} to {high:0.000})") : "")}");
}
