using System.Diagnostics;
using Load.Recording;
using Load.Statistics;

namespace Load.Measured;

/// <summary>
/// The second clock of the open model: what a request took from when it was due, not from when it was sent. Without it a generator
/// that falls behind would hide the waiting it causes (coordinated omission).
/// </summary>
/// <remarks>
/// NBomber does not tell an iteration when it was due. But arrivals are evenly spaced, so the k-th request to start was due k intervals after the first
/// one; and as none can start early, the schedule began where the most punctual of them says it did. All lags are relative to that one.
/// </remarks>
internal sealed class Arrivals
{
    /// <param name="perSecond">Asked for.</param>
    /// <param name="slots">Each with a schedule of its own.</param>
    public Arrivals(int perSecond, IReadOnlyList<Slot> slots)
    {
        var interval = (double)Stopwatch.Frequency / perSecond;
        var lags = slots.Select(slot => LagsOf(slot.Samples, interval)).ToArray();
        Lag = new Latencies(lags.SelectMany(lag => lag));
        FromSchedule = new Latencies(slots.Zip(lags).SelectMany(pair =>
            pair.First.Samples.Zip(pair.Second).Where(sample => sample.First.Outcome == Outcome.Ok).Select(sample => sample.First.Latency + sample.Second)));
        Offered = slots.Sum(slot => (long)(slot.Window.TotalSeconds * perSecond));
        Started = slots.Sum(slot => (long)slot.Samples.Count);
    }

    /// <summary>Requests that should have been sent.</summary>
    public long Offered { get; }

    public long Started { get; }

    /// <summary>Requests that were never sent.</summary>
    public long Dropped => Math.Max(0, Offered - Started);

    /// <summary>How late requests were sent.</summary>
    public Latencies Lag { get; }

    /// <summary>Successful requests, from when they were due to the answer having been read.</summary>
    public Latencies FromSchedule { get; }

    /// <param name="samples">In the order of their start.</param>
    /// <param name="interval">Ticks between two arrivals.</param>
    internal static long[] LagsOf(IReadOnlyList<Sample> samples, double interval)
    {
        var lags = samples.Select((sample, k) => (long)(sample.Start - k * interval)).ToArray();
        var origin = lags.DefaultIfEmpty().Min();
        return [.. lags.Select(lag => lag - origin)];
    }
}
