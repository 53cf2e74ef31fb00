using System.Diagnostics;

namespace Load.Measuring;

/// <summary>How long a service goes on failing its clients after a surge has passed.</summary>
internal static class Recovery
{
    /// <summary>A second of this share of good answers is a whole one.</summary>
    private const double MinGood = 0.9;

    /// <summary>The grain of the answer.</summary>
    private static readonly TimeSpan Slice = TimeSpan.FromMilliseconds(100);

    /// <returns>
    /// The time from the end of the surge to the end of the last slice whose requests were not answered well; null if that was the last
    /// slice of all, so that nobody knows.
    /// </returns>
    public static TimeSpan? Of(LoadShape.Surge load, Iteration iteration)
    {
        var plan = load.PlanOver(iteration.Window);
        var lags = Arrivals.LagsOf(iteration.Samples, plan);
        var end = iteration.Window / 2;
        var slices = iteration.Samples.Select((sample, k) => (
                After: TimeSpan.FromSeconds(plan.DueAt(k) / Stopwatch.Frequency) - end, IsGood: Arrivals.IsGood(sample, lags[k])))
            .Where(request => request.After >= TimeSpan.Zero)
            .GroupBy(request => (int)(request.After / Slice))
            .OrderBy(slice => slice.Key)
            .Select(slice => (slice.Key, IsGood: slice.Count(request => request.IsGood) >= MinGood * slice.Count())).ToArray();
        var bad = slices.Where(slice => !slice.IsGood).Select(slice => slice.Key + 1).DefaultIfEmpty(0).Max();
        return slices is [.., { IsGood: false }] or [] ? null : bad * Slice;
    }
}
