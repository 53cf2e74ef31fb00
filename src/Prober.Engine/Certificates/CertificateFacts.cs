namespace Prober.Engine.Certificates;

/// <summary>What a result says of a server's certificate.</summary>
/// <param name="NotAfter">The earliest end among the certificates that were presented.</param>
/// <param name="ChainNotAfter">The earliest end within the chain that was verified, its root included; null when it is not trusted.</param>
/// <param name="Fingerprint">SHA-256 of the server's own.</param>
/// <param name="Names">Those of DNS that the server's own is for, with commas between them.</param>
/// <param name="Protocol">Such as <c>TLS 1.3</c>.</param>
public sealed record CertificateFacts(
    string Subject,
    string Issuer,
    DateTimeOffset NotAfter,
    DateTimeOffset? ChainNotAfter,
    string Fingerprint,
    string Names,
    string Protocol);
