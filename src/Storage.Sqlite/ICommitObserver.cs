namespace Storage.Sqlite;

/// <summary>
/// Is told of each transaction that saves something, before its submitters, on the writer's thread: return at once, and throw nothing.
/// </summary>
public interface ICommitObserver
{
    /// <summary>A batch is about to be written, and takes no more saves.</summary>
    /// <param name="left">The number of writes that wait for another, because this one is full; 0 unless it is.</param>
    void BatchTaken(int left);

    /// <summary>Every save of a batch is durable.</summary>
    /// <param name="size">The number of saves in the batch.</param>
    /// <param name="waiting">The number of writes still in the queue.</param>
    /// <param name="elapsed">The time from taking the batch to its end.</param>
    void BatchCommitted(int size, int waiting, TimeSpan elapsed);

    /// <summary>A batch failed, and none of its saves was acknowledged.</summary>
    /// <inheritdoc cref="BatchCommitted"/>
    void BatchFailed(int size, int waiting, TimeSpan elapsed);

    /// <summary>A save was refused because the queue was full.</summary>
    void SaveRefused();
}
