using Load.Machine;

namespace Load.Measuring;

/// <summary>
/// A stretch of time in which work waited for a thread of the pool under test although processors were idle: the number of threads was
/// the limit, not the machine.
/// </summary>
/// <param name="From">UTC.</param>
/// <param name="To">UTC.</param>
internal sealed record Starvation(DateTimeOffset From, DateTimeOffset To)
{
    /// <summary>A share of the machine's processors; above it, more threads would not help.</summary>
    public const double MaxBusy = 0.75;

    /// <summary>Shorter ones are the hiccups of any pool.</summary>
    public static readonly TimeSpan MinLength = TimeSpan.FromMilliseconds(100);

    /// <summary>A pool that was seen without a queue for longer than this is not starved: two looks or three.</summary>
    private static readonly TimeSpan MaxGap = TimeSpan.FromMilliseconds(30);

    /// <summary>
    /// Processor time is counted in steps of 10 ms on Linux: a look on either side this far away is needed to tell how busy they were.
    /// </summary>
    private static readonly TimeSpan LookAway = TimeSpan.FromMilliseconds(100);

    /// <param name="pool">In order of time.</param>
    /// <param name="timeline">All processes, in order of time.</param>
    /// <param name="cores">The machine's processors.</param>
    public static IReadOnlyList<Starvation> Of(IReadOnlyList<PoolLook> pool, IReadOnlyList<MonitorSample> timeline, int cores)
    {
        var stretches = new List<Starvation>();
        foreach (var sample in pool.Where(sample => sample.Queue > 0 && BusyAt(sample.Time, timeline, cores) < MaxBusy))
        {
            if (stretches is [.., { } last] && sample.Time - last.To <= MaxGap)
            {
                stretches[^1] = last with { To = sample.Time };
            }
            else
            {
                stretches.Add(new Starvation(sample.Time, sample.Time));
            }
        }

        return [.. stretches.Where(stretch => stretch.Length >= MinLength)];
    }

    public TimeSpan Length => To - From;

    /// <returns>Share of all processors that was kept busy around a moment; null when that is not known.</returns>
    private static double? BusyAt(DateTimeOffset time, IReadOnlyList<MonitorSample> timeline, int cores)
    {
        var before = timeline.LastOrDefault(look => look.Time <= time - LookAway);
        var after = timeline.FirstOrDefault(look => look.Time >= time + LookAway);
        return before is null || after is null ? null : MonitorSample.Busy(before, after, cores) / cores;
    }
}
