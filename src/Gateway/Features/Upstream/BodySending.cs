namespace Gateway.Features.Upstream;

/// <summary>Sends a call's body to a backend. It ends when the backend has answered, whether or not the backend takes the rest.</summary>
internal sealed class BodySending : IDisposable
{
    /// <summary>
    /// How long a write may go on once the answer is there. If the backend takes it, the stream ends in order. A backend that gives no more
    /// window, and does not reset the stream either, would hold the call, its place and its client for ever.
    /// </summary>
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(1);

    private CancellationTokenSource _reads = new();
    private CancellationTokenSource _writes = new();
    private Task _sending = Task.CompletedTask;

    /// <summary>No more of it is needed.</summary>
    public bool IsStopped => _reads.IsCancellationRequested;

    /// <param name="send">The sender; it gets a token that ends reading the source, and one that ends writing to the backend.</param>
    /// <param name="call">Ends both.</param>
    public Task BeginAsync(Func<CancellationTokenSource, CancellationToken, Task> send, CancellationToken call)
    {
        (_reads, _writes) = (new(), new());
        return _sending = SendAsync(send, call);
    }

    /// <summary>The backend has answered, so the rest is not needed. Returns when the source is no longer read.</summary>
    public async Task StopAsync()
    {
        await _reads.CancelAsync();
        if (!_sending.IsCompleted)
        {
            _writes.CancelAfter(Patience);
        }

        await _sending.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }

    public void Dispose()
    {
        _reads.Dispose();
        _writes.Dispose();
    }

    private async Task SendAsync(Func<CancellationTokenSource, CancellationToken, Task> send, CancellationToken call)
    {
        using var writing = CancellationTokenSource.CreateLinkedTokenSource(call, _writes.Token);
        using var reading = CancellationTokenSource.CreateLinkedTokenSource(writing.Token, _reads.Token);
        await send(reading, writing.Token);
    }
}
