using System.Diagnostics;
using Load.Statistics;

namespace Load.Measuring;

/// <summary>
/// The second clock of the open model: what a request took from when it was due, not from when it was sent. Without it a generator
/// that falls behind would hide the waiting it causes (coordinated omission).
/// </summary>
/// <remarks>
/// NBomber does not tell a request when it was due. But arrivals follow a plan, so it is known how long after the first one the k-th
/// request to start was due; and as none can start early, the schedule began where the most punctual of them says it did. All lags are
/// relative to that one.
/// </remarks>
internal sealed class Arrivals
{
    /// <summary>A right answer that comes later after it was due is of no use to the one who asked.</summary>
    public static readonly TimeSpan InTime = TimeSpan.FromMilliseconds(250);

    /// <param name="load">Has a plan of arrivals.</param>
    /// <param name="iterations">Each with a schedule of its own.</param>
    public Arrivals(LoadShape load, IReadOnlyList<Iteration> iterations)
    {
        // Steps that follow others are due at no time of their own.
        iterations = [.. iterations.Select(one => one with { Samples = Planned(one.Samples) })];
        var lags = iterations.Select(iteration => LagsOf(iteration.Samples, load.PlanOver(iteration.Window)!)).ToArray();
        Lag = new Latencies(lags.SelectMany(lag => lag));
        FromSchedule = new Latencies(iterations.Zip(lags).SelectMany(pair => pair.First.Samples.Zip(pair.Second)
            .Where(sample => sample.First.Outcome == Outcome.Ok).Select(sample => sample.First.Latency + sample.Second)));
        Goodput = Estimate.Of([.. iterations.Zip(lags).Select(pair =>
            pair.First.Samples.Zip(pair.Second).Count(sample => IsGood(sample.First, sample.Second)) / pair.First.Window.TotalSeconds)]);
        Offered = iterations.Sum(iteration => load.PlanOver(iteration.Window)!.Offered);
        Started = iterations.Sum(iteration => (long)iteration.Samples.Count);
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

    /// <summary>Right answers per second that came within <see cref="InTime"/> of being due.</summary>
    public Estimate? Goodput { get; }

    /// <summary>Whether a request was answered rightly, and in time.</summary>
    /// <param name="sample">The request.</param>
    /// <param name="lag">How late it was sent.</param>
    public static bool IsGood(Sample sample, long lag) =>
        sample.Outcome == Outcome.Ok && sample.Latency + lag <= InTime.TotalSeconds * Stopwatch.Frequency;

    private static IReadOnlyList<Sample> Planned(IReadOnlyList<Sample> samples) =>
        samples.Any(sample => sample.IsFollowing) ? [.. samples.Where(sample => !sample.IsFollowing)] : samples;

    /// <param name="samples">In the order of their start.</param>
    /// <param name="plan">When they were due.</param>
    internal static long[] LagsOf(IReadOnlyList<Sample> samples, ArrivalPlan plan)
    {
        var lags = samples.Select((sample, k) => (long)Math.Round(sample.Start - plan.DueAt(k))).ToArray();
        var origin = lags.DefaultIfEmpty().Min();
        return [.. lags.Select(lag => lag - origin)];
    }
}
