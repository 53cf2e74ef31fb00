namespace Prober.Engine.Watching;

/// <summary>The bounds of the probes under way, in total and to each destination, and the targets that wait for room.</summary>
internal sealed class ProbeBounds(EngineOptions options, EngineCounters counters)
{
    private readonly Destinations _destinations = new();
    private readonly Queue<WatchedTarget> _waiting = new();

    /// <returns>The destination of a target that may start now; null for one that waits from now on.</returns>
    public Destination? Admit(WatchedTarget target)
    {
        var destination = counters.InFlight < options.MaxInFlight ? _destinations.Of(target) : null;
        if (destination is not null && destination.InFlight < options.MaxPerDestination)
        {
            return destination;
        }

        counters.Refused++;
        target.Refused();
        target.IsWaiting = true;
        var queue = destination is null ? _waiting : destination.Waiting ??= new();
        queue.Enqueue(target);
        return null;
    }

    /// <summary>Those that waited and may start now. The caller starts each before it asks for the next.</summary>
    /// <param name="freed">Where a probe has just ended.</param>
    public IEnumerable<(WatchedTarget Target, Destination Destination)> Freed(Destination freed)
    {
        while (counters.InFlight < options.MaxInFlight)
        {
            WatchedTarget? target = null;
            if (freed.InFlight < options.MaxPerDestination)
            {
                freed.Waiting?.TryDequeue(out target);
            }

            if (target is null && !_waiting.TryDequeue(out target))
            {
                yield break;
            }

            target.IsWaiting = false;
            if (target.IsGone)
            {
                continue;
            }

            var next = _destinations.Of(target);
            if (next.InFlight < options.MaxPerDestination)
            {
                yield return (target, next);
                continue;
            }

            // There is room in total again, but not at its destination.
            target.IsWaiting = true;
            (next.Waiting ??= new()).Enqueue(target);
        }
    }

    public void Release(Destination destination) => _destinations.Release(destination);
}
