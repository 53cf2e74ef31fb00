namespace Prober.Engine.Certificates;

/// <summary>
/// The hosts whose TLS sessions may be resumed, first come, first served. .NET keeps 500 sessions, and when one was evicted while others
/// were created, the process crashed (.NET 10.0.12, OpenSSL 3.0). So there are fewer hosts than places.
/// </summary>
public sealed class ResumableHosts
{
    public const int Max = 256;

    private readonly Lock _gate = new();
    private readonly HashSet<string> _hosts = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>Asked once for each handshake of a probe that wants to resume.</summary>
    public bool Admits(string host)
    {
        lock (_gate)
        {
            return _hosts.Contains(host) || (_hosts.Count < Max && _hosts.Add(host));
        }
    }
}
