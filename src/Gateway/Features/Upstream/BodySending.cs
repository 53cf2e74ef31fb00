namespace Gateway.Features.Upstream;

/// <summary>The way of a call's body to a backend. It ends when that has answered, whether it takes the rest or not.</summary>
internal sealed class BodySending : IDisposable
{
    /// <summary>
    /// For what is being written when the answer is there. A backend that takes it has the stream end in order; one that gives no window
    /// any more, and does not reset the stream either, would keep the call, its place and its client for ever.
    /// </summary>
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(1);

    private CancellationTokenSource _reads = new();
    private CancellationTokenSource _writes = new();
    private Task _sending = Task.CompletedTask;

    /// <summary>Nobody wants more of it.</summary>
    public bool IsStopped => _reads.IsCancellationRequested;

    /// <param name="send">Is told what ends reading the source, and what ends writing to the backend.</param>
    /// <param name="call">Ends both.</param>
    public Task BeginAsync(Func<CancellationTokenSource, CancellationToken, Task> send, CancellationToken call)
    {
        (_reads, _writes) = (new(), new());
        return _sending = SendAsync(send, call);
    }

    /// <summary>The backend has answered: what is still to be sent is for nobody. Returns when the source is left alone.</summary>
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
