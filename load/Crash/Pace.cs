using System.Collections.Concurrent;
using System.Diagnostics;

namespace Load.Crash;

/// <summary>When submissions were acknowledged: how fast before an outage, and how soon as fast again.</summary>
internal sealed class Pace
{
    /// <summary>Of a rate; before an outage at least two of them are watched.</summary>
    public static readonly TimeSpan Window = TimeSpan.FromSeconds(0.5);

    /// <summary>Of the rate before is as good as all of it.</summary>
    private const double Full = 0.8;

    private readonly ConcurrentQueue<long> _times = [];

    /// <param name="time">Stopwatch ticks.</param>
    public void Acknowledged(long time) => _times.Enqueue(time);

    /// <param name="calm">When the load began.</param>
    /// <param name="struck">When the store went away.</param>
    /// <param name="relieved">When it came back.</param>
    /// <returns>
    /// From the return until a window begins in which as many were acknowledged as usual; null when there was none yet.
    /// </returns>
    public TimeSpan? Back(long calm, long struck, long relieved)
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
