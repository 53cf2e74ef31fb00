using System.ComponentModel.DataAnnotations;

namespace Hosting.Limits;

/// <summary>
/// The limits of one client: section <c>Clients</c> below the host's. A client is a key, or an address that sends no key.
/// </summary>
public sealed class ClientLimits
{
    public const string Section = "Clients";

    /// <summary>Connections of all clients at once; further ones are closed. Default 4096.</summary>
    [Range(1, 1_000_000)]
    public int MaxConnections { get; set; } = 4096;

    /// <summary>
    /// Connections of one address (IPv6: of one /64) at once; further ones are closed. Default half of <see cref="MaxConnections"/>, so
    /// that no client can shut all others out; this default does not limit clients on loopback.
    /// </summary>
    [Range(1, 1_000_000)]
    public int? ConnectionsEach { get; set; }

    /// <summary>Requests of one client per second, which may come at once after a pause; more: 429. Default none.</summary>
    [Range(1, 1_000_000)]
    public int? RequestsPerSecond { get; set; }

    /// <summary>Request bytes of one client per second; above that rate, further requests get 429. Default none.</summary>
    [Range(1024, long.MaxValue)]
    public long? BytesPerSecond { get; set; }

    /// <summary>
    /// Requests of one client at once that store something; more: 429. Default none: half of <c>Limits:MaxUploads</c> at the analyzer, and
    /// at Sigma and the journal as many of the longest bodies as fill half of the memory for bodies. This default does not limit clients on
    /// loopback without a key, but does limit each client that a gateway there names.
    /// </summary>
    [Range(1, 1_000_000)]
    public int? UploadsEach { get; set; }

    /// <summary>The default for <see cref="UploadsEach"/>; null for no limit. The host sets it.</summary>
    public int? DefaultUploadsEach { get; private set; }

    public void SetDefaultUploadsEach(int count) => DefaultUploadsEach = count;
}
