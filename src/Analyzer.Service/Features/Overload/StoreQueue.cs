using Batching;
using Hosting.Overload;

namespace Analyzer.Service.Features.Overload;

/// <summary>
/// The queue of the store. It is normal for group commit that a save waits for the running flush. It is an overload when a full batch
/// leaves saves behind: their wait is the time of that batch. It is also one when a flush does not end, and all later saves wait for it.
/// </summary>
/// <param name="metrics">Gets all events too.</param>
/// <param name="time">Measures how long a batch takes.</param>
internal sealed class StoreQueue(IBatchObserver metrics, TimeProvider time) : IQueueSignal, IBatchObserver
{
    /// <summary>
    /// A longer flush hangs. Shorter ones happen on a slow disk, or for a large bulk request: a slow store needs many uploads at once,
    /// which share its flushes, and a falling limit would take them away.
    /// </summary>
    public static readonly TimeSpan Patience = TimeSpan.FromMilliseconds(500);

    private const long None = 0;

    private readonly WaitCounts _waits = new();
    private int _left;

    /// <summary>When the last batch began. If one of several ends, the store does not hang.</summary>
    private long _taken = None;

    /// <inheritdoc/>
    public bool TakeIsLong() => _waits.TakeAreLong() ?? Hangs();

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
    public void WriteRefused() => metrics.WriteRefused();

    private void Ended(TimeSpan elapsed)
    {
        Volatile.Write(ref _taken, None);
        _waits.Saw(Volatile.Read(ref _left) > 0 ? elapsed : TimeSpan.Zero);
    }

    private bool Hangs() => Volatile.Read(ref _taken) is not None and var taken && time.GetElapsedTime(taken) > Patience;
}
