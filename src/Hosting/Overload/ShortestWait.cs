namespace Hosting.Overload;

/// <summary>
/// A queue, judged by the shortest wait in it: a burst makes some wait, but only a queue that never empties makes everyone wait. Unlike a
/// round trip it has a true zero, and slow senders do not lengthen it.
/// </summary>
public interface IQueueSignal
{
    /// <summary>Uploads arrive: a queue in which they do not wait themselves may send a probe through it.</summary>
    void Probe()
    {
    }

    /// <summary>The shortest wait since the last call; null when nobody was in the queue.</summary>
    TimeSpan? TakeShortest();
}

/// <summary>The shortest of the waits of many threads since the last call.</summary>
public sealed class ShortestWait
{
    private const long None = long.MaxValue;

    private long _ticks = None;

    public void Saw(TimeSpan wait)
    {
        for (var known = Volatile.Read(ref _ticks); wait.Ticks < known;)
        {
            var before = Interlocked.CompareExchange(ref _ticks, wait.Ticks, known);
            if (before == known)
            {
                return;
            }

            known = before;
        }
    }

    /// <summary>Starts a new measurement.</summary>
    /// <returns>Null when none was seen.</returns>
    public TimeSpan? Take() => Interlocked.Exchange(ref _ticks, None) is not None and var ticks ? new TimeSpan(ticks) : null;
}
