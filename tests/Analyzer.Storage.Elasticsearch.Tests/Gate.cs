namespace Analyzer.Storage.Elasticsearch.Tests;

/// <summary>Holds callers up until it is opened.</summary>
internal sealed class Gate : IDisposable
{
    private readonly TaskCompletionSource _open = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly SemaphoreSlim _arrived = new(0, int.MaxValue);

    public async Task PassAsync(CancellationToken cancellationToken)
    {
        _arrived.Release();
        await _open.Task.WaitAsync(cancellationToken);
    }

    /// <summary>Completes when one more caller has come.</summary>
    public Task ArrivedAsync() => _arrived.WaitAsync(TestContext.Current.CancellationToken);

    public void Open() => _open.TrySetResult();

    public void Dispose()
    {
        Open();
        _arrived.Dispose();
    }
}
