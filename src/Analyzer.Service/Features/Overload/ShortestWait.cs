namespace Analyzer.Service.Features.Overload;

/// <summary>
/// A queue, judged by the shortest wait in it: a burst makes some wait, and only a queue that never empties makes everyone wait. Unlike a
/// round trip, it has a true zero, and no slow sender lengthens it.
/// </summary>
internal interface IQueueSignal
{
    /// <summary>Uploads come: a queue that they do not wait in themselves may send somebody through it.</summary>
    void Probe()
    {
    }

    /// <summary>The shortest wait since the last call; null when nobody was in the queue.</summary>
    TimeSpan? TakeShortest();
}

/// <summary>The shortest of the waits that many threads have seen since it was last taken.</summary>
internal sealed class ShortestWait
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

    /// <summary>Begins anew.</summary>
    /// <returns>Null when none was seen.</returns>
    public TimeSpan? Take() => Interlocked.Exchange(ref _ticks, None) is not None and var ticks ? new TimeSpan(ticks) : null;
}
