using System.Diagnostics;

namespace Load.Systems.Prober.Suites;

/// <summary>Asks for probes at a steady rate, whatever becomes of them.</summary>
internal sealed class OpenCaller : IAsyncDisposable
{
    private static readonly TimeSpan Tick = TimeSpan.FromMilliseconds(10);

    private readonly HttpClient _client = new(new SocketsHttpHandler { MaxConnectionsPerServer = 1000 });
    private readonly CancellationTokenSource _stopping = new();
    private readonly Task _calling;
    private long _good;
    private long _bad;
    private long _inFlight;

    public OpenCaller(int rate, Func<long, Uri> address) => _calling = CallAsync(rate, address);

    /// <summary>Probes that did not say that the target is well.</summary>
    public long Bad => Interlocked.Read(ref _bad);

    /// <summary>The results in the answers.</summary>
    public ProberClaim Claim => new(Interlocked.Read(ref _good), Bad, Interlocked.Read(ref _inFlight));

    public async ValueTask DisposeAsync()
    {
        await _stopping.CancelAsync();
        await _calling;
        _client.Dispose();
        _stopping.Dispose();
    }

    private async Task CallAsync(int rate, Func<long, Uri> address)
    {
        var (start, called) = (Stopwatch.GetTimestamp(), 0L);
        using var timer = new PeriodicTimer(Tick);
        while (!_stopping.IsCancellationRequested && await timer.WaitForNextTickAsync(CancellationToken.None))
        {
            for (var due = (long)(Stopwatch.GetElapsedTime(start).TotalSeconds * rate); called < due; called++)
            {
                _ = AskAsync(address(called));
            }
        }
    }

    private async Task AskAsync(Uri address)
    {
        Interlocked.Increment(ref _inFlight);
        try
        {
            var text = await _client.GetStringAsync(address, _stopping.Token);
            Interlocked.Increment(ref text.Contains("\nprobe_success 1\n", StringComparison.Ordinal) ? ref _good : ref _bad);
        }
        catch (OperationCanceledException)
        {
            // The row is over.
        }
        catch (HttpRequestException)
        {
            Interlocked.Increment(ref _bad);
        }
        finally
        {
            Interlocked.Decrement(ref _inFlight);
        }
    }
}
