using Analyzer.Core;
using Storage.Sqlite;

namespace Analyzer.Storage.Sqlite;

/// <summary>Passes on what the writer says, in the store's words.</summary>
internal sealed class CommitReports(IStoreObserver observer) : ICommitObserver
{
    public void BatchTaken(int left) => observer.BatchTaken(left);

    public void BatchCommitted(int size, int waiting, TimeSpan elapsed) => observer.BatchCommitted(size, waiting, elapsed);

    public void BatchFailed(int size, int waiting, TimeSpan elapsed) => observer.BatchFailed(size, waiting, elapsed);

    public void SaveRefused() => observer.SaveRefused();
}
