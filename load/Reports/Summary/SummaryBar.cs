using Load.Measured;

namespace Load.Reports.Summary;

/// <param name="Least">Share of its ceiling's rate that was promised of the row.</param>
/// <param name="Rate">Share that it has.</param>
/// <param name="ServiceCpuPerRequest">Of its ceiling's; null when the service's process cannot be read.</param>
/// <param name="Verdict">kept, missed, or that these repeats cannot tell.</param>
internal sealed record SummaryBar(double Least, SummaryRatio Rate, SummaryRatio? ServiceCpuPerRequest, string Verdict)
{
    /// <returns>Null when nothing was promised of its rate.</returns>
    public static SummaryBar? Of(Row row) => Bar.Of([row]).SingleOrDefault(bar => bar.IsLeast) is { } bar
        ? new(bar.Bound, SummaryRatio.Of(bar.Ratio)!, SummaryRatio.Of(row.CpuOfCeiling), bar.Verdict)
        : null;
}
