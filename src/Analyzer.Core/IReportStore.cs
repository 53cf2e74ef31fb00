namespace Analyzer.Core;

/// <summary>
/// Keeps one report per <see cref="FileId"/>. Every method throws <see cref="StoreUnavailableException"/> when the store cannot answer
/// now, and none waits for it without a limit.
/// </summary>
public interface IReportStore : IReportReader
{
    /// <summary>
    /// The report is durable when this returns. An earlier report of the file stays, and is returned, unless the new one replaces it
    /// (<see cref="ReportPrecedence.Replaces"/>) or it is damaged. Concurrent saves of one file all succeed.
    /// </summary>
    Task<SaveResult> SaveAsync(AnalysisReport report, CancellationToken cancellationToken);

    /// <summary>
    /// Deletes the report of a file, durably when this returns. A listing may show it for a second longer in a distributed store.
    /// </summary>
    /// <returns>Whether there was one.</returns>
    Task<bool> DeleteAsync(FileId id, CancellationToken cancellationToken);

    /// <summary>
    /// Deletes what the rule does not keep, the oldest first, in batches that are small enough for saves to go on: nothing is deleted
    /// between two batches, and the caller says when the next one is due. A report that is replaced meanwhile stays. Several services may
    /// do this at once on a store that they share.
    /// </summary>
    /// <returns>The deleted reports, batch by batch. Each batch is durable.</returns>
    IAsyncEnumerable<IReadOnlyList<FileId>> PruneAsync(RetentionRule rule, CancellationToken cancellationToken);

    /// <summary>Returns if the store can take a save now, and throws otherwise.</summary>
    Task CheckAsync(CancellationToken cancellationToken);

    /// <summary>Names the store: equal for all services that share it, and different for every other one.</summary>
    ValueTask<string> IdentifyAsync(CancellationToken cancellationToken);
}
