namespace Prober.Engine.Certificates;

/// <summary>
/// The hosts whose sessions may be resumed, first come, first served. .NET keeps 500 sessions, and one that was pushed out while others
/// were made has ended the process (.NET 10.0.12, OpenSSL 3.0): there are fewer hosts than places.
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
