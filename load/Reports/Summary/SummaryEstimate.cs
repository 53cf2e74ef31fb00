using Load.Statistics;

namespace Load.Reports.Summary;

/// <param name="Mean">Over the repeats.</param>
/// <param name="HalfWidth">Of its 95 % interval; null with a single repeat.</param>
/// <param name="Repeats">How many there were.</param>
internal sealed record SummaryEstimate(double Mean, double? HalfWidth, int Repeats)
{
    public static SummaryEstimate? Of(Estimate? estimate, double factor) =>
        estimate is null ? null : new(estimate.Mean * factor, estimate.HalfWidth * factor, estimate.Repeats);
}
