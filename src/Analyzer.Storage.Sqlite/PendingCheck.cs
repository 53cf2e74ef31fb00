namespace Analyzer.Storage.Sqlite;

/// <summary>Asks whether a write gets through, by making one.</summary>
internal sealed class PendingCheck : IPendingWrite
{
    private readonly TaskCompletionSource _done = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public Task Done => _done.Task;

    public int Saves => 0;

    public void Execute(ReportWriter writer) => writer.Probe();

    public void Complete() => _done.TrySetResult();

    public void Fail(Exception failure) => _done.TrySetException(failure);
}
