using Analyzer.Core;

namespace Analyzer.Service.Features.Overload;

/// <summary>
/// The queue of the store. That a save waits for the flush before its own is how group commit works, and no overload; the saves that a full
/// batch leaves behind are one, and wait for as long as that batch takes.
/// </summary>
/// <param name="metrics">Hears of everything, too.</param>
internal sealed class StoreQueue(IStoreObserver metrics) : IQueueSignal, IStoreObserver
{
    private readonly ShortestWait _shortest = new();
    private int _left;

    /// <inheritdoc/>
    public TimeSpan? TakeShortest() => _shortest.Take();

    /// <inheritdoc/>
    public void BatchTaken(int left)
    {
        Volatile.Write(ref _left, left);
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

    private void Ended(TimeSpan elapsed) => _shortest.Saw(Volatile.Read(ref _left) > 0 ? elapsed : TimeSpan.Zero);
}
