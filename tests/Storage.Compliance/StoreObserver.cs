using System.Collections.Concurrent;
using Batching;

namespace Storage.Compliance;

/// <summary>Remembers the batches of a store.</summary>
public sealed class StoreObserver : IBatchObserver
{
    private int _refused;
    private int _taken;

    /// <summary>Batches that were begun.</summary>
    public int Taken => _taken;

    /// <summary>The size of each batch, in order.</summary>
    public ConcurrentQueue<int> Committed { get; } = new();

    /// <inheritdoc cref="Committed"/>
    public ConcurrentQueue<int> Failed { get; } = new();

    public int Refused => _refused;

    public void BatchTaken(int left) => Interlocked.Increment(ref _taken);

    public void BatchCommitted(int size, int waiting, TimeSpan elapsed) => Committed.Enqueue(size);

    public void BatchFailed(int size, int waiting, TimeSpan elapsed) => Failed.Enqueue(size);

    public void WriteRefused() => Interlocked.Increment(ref _refused);
}
