using Load.Machine;

namespace Load.Systems.Analyzer.Transports;

/// <summary>Where a service is, and what clients show and trust.</summary>
/// <param name="Http">HTTP/1.1.</param>
/// <param name="Grpc">HTTP/2, in cleartext unless it is https.</param>
internal sealed record AnalyzerAddresses(Uri Http, Uri Grpc)
{
    /// <summary>TLS with HTTP/1.1, HTTP/2 and HTTP/3; null where there is none.</summary>
    public Uri? Tls { get; init; }

    /// <summary>Shown with each request; null for none.</summary>
    public string? Key { get; init; }

    public TlsTrust Trust { get; init; } = TlsTrust.Machine;
}

/// <summary>What connections a row's requests go over.</summary>
internal enum ConnectionUse
{
    /// <summary>Opened once, and kept.</summary>
    Kept,

    /// <summary>A new one for each request, as by a client that has never been there.</summary>
    First,

    /// <summary>A new one for each request, which goes on with the session of an earlier one.</summary>
    Resumed,
}
