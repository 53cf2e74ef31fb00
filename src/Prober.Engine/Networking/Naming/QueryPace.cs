namespace Prober.Engine.Networking.Naming;

/// <summary>Limits the queries per second and at once: callers beyond the limits wait for their turn.</summary>
internal sealed class QueryPace(int perSecond, TimeProvider time) : IDisposable
{
    private const int MaxAtOnce = 256;

    /// <summary>Unused queries of this time may be made at once.</summary>
    private static readonly TimeSpan Burst = TimeSpan.FromMilliseconds(100);

    private readonly SemaphoreSlim _places = new(MaxAtOnce);
    private readonly Lock _gate = new();
    private readonly long _origin = time.GetTimestamp();
    private readonly TimeSpan _gap = TimeSpan.FromSeconds(1.0 / perSecond);
    private TimeSpan _next = -Burst;

    /// <summary>Waits for a turn. The caller reports when its query is over.</summary>
    public async Task EnterAsync()
    {
        var wait = Reserve();
        if (wait > TimeSpan.Zero)
        {
            await Task.Delay(wait, time);
        }

        await _places.WaitAsync();
    }

    public void Leave() => _places.Release();

    public void Dispose() => _places.Dispose();

    private TimeSpan Reserve()
    {
        lock (_gate)
        {
            var now = time.GetElapsedTime(_origin);
            var turn = _next > now - Burst ? _next : now - Burst;
            _next = turn + _gap;
            return turn - now;
        }
    }
}
