using System.Collections.Concurrent;

namespace Prober.Engine.Networking;

/// <summary>
/// When each proxy last answered. A proxy that says nothing may wait for a silent target, or be silent itself: it is alive if it answered
/// another probe meanwhile.
/// </summary>
public sealed class ProxyHealth(TimeProvider time)
{
    private readonly ConcurrentDictionary<string, long> _answeredAt = new();

    public void Answered(Uri proxy) => _answeredAt[proxy.Authority] = time.GetTimestamp();

    /// <param name="span">How far back to look.</param>
    public bool HasAnswered(Uri proxy, TimeSpan span) =>
        _answeredAt.TryGetValue(proxy.Authority, out var at) && time.GetElapsedTime(at) < span;
}
