using Storage.Sqlite;

namespace Analyzer.Storage.Sqlite;

/// <summary>Finds out whether a write succeeds, by making one.</summary>
internal sealed class PendingCheck : IPendingWrite<ReportWriter>
{
    private readonly TaskCompletionSource _done = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public Task Done => _done.Task;

    public int Saves => 0;

    public bool IsProbe => true;

    public void Execute(ReportWriter writer) => writer.Probe();

    public void Complete() => _done.TrySetResult();

    public void Fail(Exception failure) => _done.TrySetException(failure);
}
