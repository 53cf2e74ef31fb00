namespace Storage.Sqlite;

/// <summary>A change other than a save that waits for its transaction.</summary>
public sealed class PendingChange<TWriter, T>(Func<TWriter, T> change) : IPendingWrite<TWriter>
{
    private readonly TaskCompletionSource<T> _done = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private T? _result;

    public Task<T> Done => _done.Task;

    public int Saves => 0;

    public void Execute(TWriter writer) => _result = change(writer);

    public void Complete() => _done.TrySetResult(_result!);

    public void Fail(Exception failure) => _done.TrySetException(failure);
}
