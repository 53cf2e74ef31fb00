using Prober.Engine.Probing.Securing;

namespace Prober.Engine.Probing.Tls;

/// <summary>The requirements for a server's certificate.</summary>
/// <param name="Host">A name or an address; the certificate has to be for it.</param>
public sealed record TlsProbeSettings(string Host, int Port)
{
    public TlsRules Rules { get; init; } = TlsRules.Default;

    /// <summary>The probe fails if a certificate that the server sent expires sooner than this; null for no such check.</summary>
    public TimeSpan? EndsNotBefore { get; init; }

    /// <summary>SHA-256 of the server's own certificate, as hex digits; null for any.</summary>
    public string? Fingerprint { get; init; }

    /// <summary>A proxy of <c>http</c> or <c>socks5</c>; null for none.</summary>
    public Uri? Proxy { get; init; }

    /// <summary>Closes in the ordinary way, instead of with a reset.</summary>
    public bool ClosesPlainly { get; init; }
}
