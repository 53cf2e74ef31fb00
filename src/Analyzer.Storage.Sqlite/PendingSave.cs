using Storage.Sqlite;

namespace Analyzer.Storage.Sqlite;

/// <summary>A save that waits for its transaction.</summary>
internal sealed class PendingSave(ReportRow row) : IPendingWrite<ReportWriter>
{
    // A submitter's continuation must not run on the writer's thread.
    private readonly TaskCompletionSource<WriteResult> _done = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private WriteResult _result;

    public Task<WriteResult> Done => _done.Task;

    public int Saves => 1;

    public void Execute(ReportWriter writer) => _result = writer.Save(row);

    public void Complete() => _done.TrySetResult(_result);

    public void Fail(Exception failure) => _done.TrySetException(failure);
}
