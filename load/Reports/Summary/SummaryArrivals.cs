using Load.Measured;

namespace Load.Reports.Summary;

/// <summary>The open model's own figures.</summary>
/// <param name="Offered">Requests that should have been sent.</param>
/// <param name="Started">Requests that were sent.</param>
/// <param name="Dropped">Requests that never were.</param>
/// <param name="Lag">How late requests were sent.</param>
/// <param name="FromSchedule">From when a request was due to its answer having been read.</param>
internal sealed record SummaryArrivals(long Offered, long Started, long Dropped, SummaryLatency Lag, SummaryLatency FromSchedule)
{
    public static SummaryArrivals? Of(Arrivals? arrivals) => arrivals is null ? null : new(
        arrivals.Offered, arrivals.Started, arrivals.Dropped, SummaryLatency.Of(arrivals.Lag), SummaryLatency.Of(arrivals.FromSchedule));
}
