using Analyzer.Core;

namespace Analyzer.Service.Features.Overload;

/// <summary>
/// The queue of the store. That a save waits for the flush before its own is how group commit works, and no overload; the saves that a full
/// batch leaves behind are one, and wait for as long as that batch takes. A flush that does not end is one too: all that come meanwhile
/// wait for it.
/// </summary>
/// <param name="metrics">Hears of everything, too.</param>
/// <param name="time">Tells how long a batch is under way.</param>
internal sealed class StoreQueue(IStoreObserver metrics, TimeProvider time) : IQueueSignal, IStoreObserver
{
    /// <summary>
    /// A flush under way for longer hangs. Shorter ones are those of a slow disk, or of a large bulk request: a store that is merely slow
    /// needs many uploads at once, which share its flushes, and a limit that fell would take them from it.
    /// </summary>
    public static readonly TimeSpan Patience = TimeSpan.FromMilliseconds(500);

    private const long None = 0;

    private readonly ShortestWait _shortest = new();
    private int _left;

    /// <summary>When the last batch was taken. One of several that end shows that the store does not hang.</summary>
    private long _taken = None;

    /// <inheritdoc/>
    public TimeSpan? TakeShortest() => _shortest.Take() ?? Hanging();

    /// <inheritdoc/>
    public void BatchTaken(int left)
    {
        Volatile.Write(ref _left, left);
        Volatile.Write(ref _taken, time.GetTimestamp());
        metrics.BatchTaken(left);
    }

    /// <inheritdoc/>
    public void BatchCommitted(int size, int waiting, TimeSpan elapsed)
    {
        Ended(elapsed);
        metrics.BatchCommitted(size, waiting, elapsed);
    }

    /// <inheritdoc/>
    public void BatchFailed(int size, int waiting, TimeSpan elapsed)
    {
        Ended(elapsed);
        metrics.BatchFailed(size, waiting, elapsed);
    }

    /// <inheritdoc/>
    public void SaveRefused() => metrics.SaveRefused();

    private void Ended(TimeSpan elapsed)
    {
        Volatile.Write(ref _taken, None);
        _shortest.Saw(Volatile.Read(ref _left) > 0 ? elapsed : TimeSpan.Zero);
    }

    /// <returns>Null when no batch is under way for longer than its time.</returns>
    private TimeSpan? Hanging() =>
        Volatile.Read(ref _taken) is not None and var taken && time.GetElapsedTime(taken) is var age && age > Patience ? age : null;
}
