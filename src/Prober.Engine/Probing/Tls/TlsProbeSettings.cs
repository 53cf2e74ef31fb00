using Prober.Engine.Probing.Securing;

namespace Prober.Engine.Probing.Tls;

/// <summary>What a server's certificate has to be.</summary>
/// <param name="Host">A name or an address; the certificate has to be for it.</param>
public sealed record TlsProbeSettings(string Host, int Port)
{
    public TlsRules Rules { get; init; } = TlsRules.Default;

    /// <summary>The probe fails when a certificate that the server sent ends sooner than this; null when that is no matter.</summary>
    public TimeSpan? EndsNotBefore { get; init; }

    /// <summary>SHA-256 of the server's own certificate, as hex digits; null for any.</summary>
    public string? Fingerprint { get; init; }

    /// <summary>Closes as any client does, instead of with a reset.</summary>
    public bool ClosesPlainly { get; init; }
}
