namespace Prober.Engine.Networking.Naming;

/// <summary>Lets so many queries go a second, and so many at once: whoever is beyond waits for its turn.</summary>
internal sealed class QueryPace(int perSecond, TimeProvider time) : IDisposable
{
    private const int MaxAtOnce = 256;

    /// <summary>Queries that nobody made in this time may be made at once.</summary>
    private static readonly TimeSpan Burst = TimeSpan.FromMilliseconds(100);

    private readonly SemaphoreSlim _places = new(MaxAtOnce);
    private readonly Lock _gate = new();
    private readonly long _origin = time.GetTimestamp();
    private readonly TimeSpan _gap = TimeSpan.FromSeconds(1.0 / perSecond);
    private TimeSpan _next = -Burst;

    /// <summary>Waits for a turn. The caller says when its query is over.</summary>
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
