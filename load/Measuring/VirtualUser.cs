using System.Diagnostics;

namespace Load.Measuring;

/// <summary>
/// Sends one request at a time: a client, a clock, a deadline, and the samples so far. Virtual users share nothing while requests run.
/// </summary>
internal sealed class VirtualUser(IClient client, TimeSpan timeout, CancellationToken stop) : IDisposable
{
    private CancellationTokenSource _deadline = CancellationTokenSource.CreateLinkedTokenSource(stop);

    public IClient Client => client;

    /// <summary>Requests that count.</summary>
    public List<Sample> Samples { get; } = new(capacity: 1024);

    /// <summary>The start of the clock, in Stopwatch ticks.</summary>
    public long Started { get; private set; }

    /// <summary>Starts the clock and sends the request that the client has made ready.</summary>
    public Task SendAsync()
    {
        if (!_deadline.TryReset())
        {
            _deadline.Dispose();
            _deadline = CancellationTokenSource.CreateLinkedTokenSource(stop);
        }

        // In this order: on a busy machine a thread may rest between the two, and no request may seem to time out early.
        Started = Stopwatch.GetTimestamp();
        _deadline.CancelAfter(timeout);
        return client.SendAsync(_deadline.Token);
    }

    public void Dispose()
    {
        client.Dispose();
        _deadline.Dispose();
    }
}
