using System.ComponentModel.DataAnnotations;

namespace Hosting.Limits;

/// <summary>
/// How much of a host one client may have: section <c>Clients</c> below the host's. A client is a key, or an address without one.
/// </summary>
public sealed class ClientLimits
{
    public const string Section = "Clients";

    /// <summary>Connections of all clients at once; more are closed at once. Default 4096.</summary>
    [Range(1, 1_000_000)]
    public int MaxConnections { get; set; } = 4096;

    /// <summary>
    /// Connections of one address (of IPv6: of one /64) at once; more are closed at once. Default half of <see cref="MaxConnections"/>, so
    /// that nobody shuts all others out; then those on loopback are not counted.
    /// </summary>
    [Range(1, 1_000_000)]
    public int? ConnectionsEach { get; set; }

    /// <summary>Requests of one client in a second, and at once after a pause; more: 429. Default none.</summary>
    [Range(1, 1_000_000)]
    public int? RequestsPerSecond { get; set; }

    /// <summary>Bytes of one client's requests in a second; while it is beyond them, further requests: 429. Default none.</summary>
    [Range(1024, long.MaxValue)]
    public long? BytesPerSecond { get; set; }

    /// <summary>
    /// Requests of one client at once that give something to be stored; more: 429. Default none, of the analyzer half of its
    /// <c>Limits:MaxUploads</c>, of Sigma and the journal as many of the longest as fill half of the room for bodies; then clients on
    /// loopback without a key are not counted, but those are that a gateway there names.
    /// </summary>
    [Range(1, 1_000_000)]
    public int? UploadsEach { get; set; }

    /// <summary>Uploads at once of a client where <see cref="UploadsEach"/> says nothing; null for no limit. The host sets it.</summary>
    public int? DefaultUploadsEach { get; private set; }

    public void SetDefaultUploadsEach(int count) => DefaultUploadsEach = count;
}
