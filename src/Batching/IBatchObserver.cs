namespace Batching;

/// <summary>
/// Hears of each batch before its writers do, for metrics. A batch is one transaction or one bulk request. It is called on the store's own
/// threads: return at once, and throw nothing.
/// </summary>
public interface IBatchObserver
{
    /// <summary>A batch is about to be written, and takes no more writes.</summary>
    /// <param name="left">The number of writes that wait for another, because this one is full; 0 unless it is.</param>
    void BatchTaken(int left)
    {
    }

    /// <summary>The store answered for every write of a batch: what it acknowledged is durable.</summary>
    /// <param name="size">The number of writes in the batch.</param>
    /// <param name="waiting">The number of writes still in the queue.</param>
    /// <param name="elapsed">The time from taking the batch to its end.</param>
    void BatchCommitted(int size, int waiting, TimeSpan elapsed);

    /// <summary>A batch failed as a whole, and none of its writes was acknowledged.</summary>
    /// <inheritdoc cref="BatchCommitted"/>
    void BatchFailed(int size, int waiting, TimeSpan elapsed);

    /// <summary>A write was refused because the queue was full.</summary>
    void WriteRefused();
}
