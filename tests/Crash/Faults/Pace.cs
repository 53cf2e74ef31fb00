using System.Collections.Concurrent;
using System.Diagnostics;

namespace Crash.Faults;

/// <summary>
/// The times at which work was acknowledged: they tell how fast the system was before an outage, and how soon it is as fast again.
/// </summary>
internal sealed class Pace
{
    /// <summary>A rate is taken over this time; the load runs for at least two windows before an outage.</summary>
    public static readonly TimeSpan Window = TimeSpan.FromSeconds(0.5);

    /// <summary>The share of the rate before the outage that counts as the whole rate.</summary>
    private const double Full = 0.8;

    private readonly ConcurrentQueue<long> _times = [];

    /// <param name="time">Stopwatch ticks.</param>
    public void Acknowledged(long time) => _times.Enqueue(time);

    /// <param name="calm">When the load began.</param>
    /// <param name="struck">When the outage began.</param>
    /// <param name="relieved">When it ended.</param>
    /// <returns>The time from the end of the outage to the first window with the rate from before; null while there is none.</returns>
    public TimeSpan? Recovery(long calm, long struck, long relieved)
    {
        var times = _times.Order().ToArray();
        var usual = Full * times.Count(time => time >= calm && time < struck) * Window / Stopwatch.GetElapsedTime(calm, struck);
        var window = (long)(Window.TotalSeconds * Stopwatch.Frequency);
        var after = times.Where(time => time >= relieved).ToArray();
        for (int start = 0, end = 0; start < after.Length; start++)
        {
            while (end < after.Length && after[end] < after[start] + window)
            {
                end++;
            }

            if (end - start >= usual)
            {
                return Stopwatch.GetElapsedTime(relieved, after[start]);
            }
        }

        return null;
    }
}
