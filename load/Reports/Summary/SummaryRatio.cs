using Load.Statistics;

namespace Load.Reports.Summary;

/// <param name="Value">How many times the other row's figure.</param>
/// <param name="Low">Lower end of the 95 % interval; null with a single pair of repeats.</param>
/// <param name="High">Upper end, likewise.</param>
internal sealed record SummaryRatio(double Value, double? Low, double? High)
{
    public static SummaryRatio? Of(Ratio? ratio) => ratio is null ? null : new(ratio.Value, ratio.Low, ratio.High);
}
