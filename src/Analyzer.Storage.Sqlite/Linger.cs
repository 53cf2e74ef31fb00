using System.Collections.Concurrent;
using System.Diagnostics;

namespace Analyzer.Storage.Sqlite;

/// <summary>
/// How long an open transaction waits for more. Submitters who got their answers send again a moment later; committing for the first of
/// them alone would make all the others wait for two flushes. So as long as fewer came than lately were under way together, wait for
/// them, but never longer than a quarter of what a flush takes, nor a millisecond.
/// </summary>
internal sealed class Linger
{
    private static readonly TimeSpan MaxLimit = TimeSpan.FromMilliseconds(1);

    private TimeSpan _limit;
    private int _expected;

    /// <param name="size">Writes that the flush covered.</param>
    /// <param name="waiting">Writes that came while it ran.</param>
    /// <param name="elapsed">What the flush took.</param>
    public void Flushed(int size, int waiting, TimeSpan elapsed)
    {
        _expected = size + waiting;
        _limit = elapsed / 4 < MaxLimit ? elapsed / 4 : MaxLimit;
    }

    /// <summary>True when something came.</summary>
    public bool WaitWhileEmpty(BlockingCollection<IPendingWrite> queue, int size)
    {
        if (size >= _expected)
        {
            return false;
        }

        var start = Stopwatch.GetTimestamp();
        var spinner = default(SpinWait);
        while (queue.Count == 0 && Stopwatch.GetElapsedTime(start) < _limit)
        {
            spinner.SpinOnce(sleep1Threshold: -1); // yields the core, but does not sleep: a sleep is longer than a flush
        }

        return queue.Count > 0;
    }
}
