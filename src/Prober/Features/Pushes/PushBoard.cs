using System.Collections.Concurrent;

namespace Prober.Features.Pushes;

/// <summary>
/// The last message of each target that reports its own state, and since when one is awaited here. It outlives changes of the
/// configuration; the history keeps the messages over a restart.
/// </summary>
internal sealed class PushBoard
{
    private readonly ConcurrentDictionary<string, Push> _last = new();
    private readonly ConcurrentDictionary<string, long> _awaited = new();

    public Push? Find(string name) => _last.GetValueOrDefault(name);

    public void Set(string name, Push push) => _last[name] = push;

    /// <summary>Since when this prober listens for it: a timestamp of the monotonic clock.</summary>
    /// <param name="now">Such a timestamp; it is the first one for a name that was not asked for before.</param>
    public long AwaitedSince(string name, long now) => _awaited.GetOrAdd(name, now);

    /// <summary>The target is no longer watched.</summary>
    public void Forget(string name)
    {
        _last.TryRemove(name, out _);
        _awaited.TryRemove(name, out _);
    }
}

/// <param name="At">A timestamp of the monotonic clock.</param>
/// <param name="Message">For a person.</param>
/// <param name="Duration">How long the job took, as it says itself; null when it does not.</param>
internal sealed record Push(long At, bool IsUp, string Message, TimeSpan? Duration)
{
    /// <summary>Afterwards the prober was away for so long that a later message may have found nobody.</summary>
    public bool MayBeOutdated { get; init; }
}
