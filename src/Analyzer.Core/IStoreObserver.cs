namespace Analyzer.Core;

/// <summary>
/// Told what a store does, for metrics, before the submitters are. Called on the store's own threads: return at once, throw nothing.
/// Saves are written in batches: one transaction, or one bulk request.
/// </summary>
public interface IStoreObserver
{
    /// <param name="size">Saves in it.</param>
    /// <param name="waiting">Saves still in the queue behind it.</param>
    /// <param name="elapsed">From taking the batch to its being durable.</param>
    void BatchCommitted(int size, int waiting, TimeSpan elapsed);

    /// <summary>None of its saves was acknowledged.</summary>
    /// <inheritdoc cref="BatchCommitted"/>
    void BatchFailed(int size, int waiting, TimeSpan elapsed);

    /// <summary>A save was turned away because the queue was full.</summary>
    void SaveRefused();
}
