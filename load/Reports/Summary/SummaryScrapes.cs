using Load.Measured;

namespace Load.Reports.Summary;

/// <summary>Scrapes of the service's metrics while the row was measured.</summary>
/// <param name="AsAsked">From asking to having read the last byte.</param>
/// <param name="WithinService">From the request's having been read to the answer's having been handed to the connection, as the service says.</param>
/// <param name="LargestBytes">Of an answer.</param>
/// <param name="TimeBarMs">What the p99 was promised to stay below.</param>
/// <param name="SizeBarBytes">What each answer was.</param>
internal sealed record SummaryScrapes(SummaryLatency AsAsked, SummaryLatency WithinService, long LargestBytes, double TimeBarMs, long SizeBarBytes)
{
    /// <returns>Null when nobody scraped.</returns>
    public static SummaryScrapes? Of(Scrapes? scrapes) => scrapes is null ? null : new(
        SummaryLatency.Of(scrapes.AsAsked), SummaryLatency.Of(scrapes.WithinService), scrapes.LargestSize, Scrapes.TimeBar.TotalMilliseconds, Scrapes.SizeBar);
}
