using System.Globalization;
using Load.Statistics;

namespace Load.Measuring;

/// <summary>A promise about one row against another, and whether it was kept.</summary>
/// <param name="Claim">A sentence on the row, up to the promise.</param>
/// <param name="Ratio">The ratio of the two rows' figures.</param>
/// <param name="Bound">The bound of the ratio.</param>
/// <param name="IsMin">Whether the ratio has to reach the bound; otherwise it must not exceed it.</param>
internal sealed record Bar(string Claim, Ratio Ratio, double Bound, bool IsMin)
{
    /// <summary>The verdict on a promise when a row that it rests on is void.</summary>
    public const string NotJudged = "not judged, because a row is void";

    /// <summary>The rows that the ratio is of.</summary>
    public required IReadOnlyList<CaseResult> Rows { get; init; }

    /// <summary>The repeats' verdict: <c>kept</c> and <c>missed</c> only when all of the 95 % interval lies on that side.</summary>
    public string Verdict => Rows.Any(row => !row.IsValid) ? NotJudged
        : (IsMin ? Ratio.Low >= Bound : Ratio.High <= Bound) ? "kept"
        : (IsMin ? Ratio.High < Bound : Ratio.Low > Bound) ? "missed"
        : $"these repeats cannot tell, more likely {((IsMin ? Ratio.Value >= Bound : Ratio.Value <= Bound) ? "kept" : "missed")}";

    public static IEnumerable<Bar> Of(IEnumerable<CaseResult> rows) => rows.SelectMany(Of);

    public override string ToString() => string.Create(
        CultureInfo.InvariantCulture, $"{Claim}; {(IsMin ? "at least" : "at most")} {Bound} × was promised: {Verdict}.");

    private static IEnumerable<Bar> Of(CaseResult row)
    {
        if (row is { Case.MinOfCeiling: { } min, RateOfCeiling: { } rate, Ceiling: { } ceiling })
        {
            var cpu = row.CpuOfCeiling is { } times && !ceiling.Case.IsLabOnly
                ? $" for {Text(times)} of its CPU per {row.Case.Unit.Name}" : "";
            yield return new(
                $"{row.Case.Name} runs at {Text(rate)} of the rate of {ceiling.Case.Name}{cpu}{Room(row, ceiling)}", rate, min,
                    IsMin: true)
            {
                Rows = [row, ceiling],
            };
        }

        if (row is { Case.MaxOfBaseline: { } max, TailOfBaseline: { } tail, Baseline: { } baseline })
        {
            yield return new(
                $"{row.Case.Name} has {Text(tail)} the p99 of {baseline.Case.Name} ({Format.Milliseconds(row.Latencies.At(0.99)?.Value)} " +
                $"against {Format.Milliseconds(baseline.Latencies.At(0.99)?.Value)} ms, whose mean is " +
                $"{Format.Milliseconds(baseline.Latencies.Mean)} ms)",
                tail, max, IsMin: false)
            {
                Rows = [row, baseline],
            };
        }
    }

    /// <summary>
    /// How far the processors would reach if the row had all of them, which tells a service that is slow from a machine that is full.
    /// </summary>
    private static string Room(CaseResult row, CaseResult ceiling) => row.RateOnFullMachine is { } full && ceiling.Rate is { } best
        ? $" (the service took {Format.Digits(1e6 * row.ServiceProcessors / row.Rate?.Mean)} µs CPU for each, the lab " +
          $"{Format.Digits(1e6 * row.LabProcessors / row.Rate?.Mean)}: {Environment.ProcessorCount} processors have room for " +
          $"{Format.Percent(full / best.Mean)})"
        : "";

    private static string Text(Ratio ratio) => string.Create(CultureInfo.InvariantCulture, $"{ratio.Value:0.000} ×{Interval(ratio)}");

    private static string Interval(Ratio ratio) => ratio is { Low: { } low, High: { } high }
        ? string.Create(CultureInfo.InvariantCulture, $" (95 % interval {low:0.000} to {high:0.000})") : "";
}
