namespace Prober.Engine.Certificates;

/// <summary>The facts about a server's certificate in a result.</summary>
/// <param name="NotAfter">The earliest expiry among the presented certificates.</param>
/// <param name="ChainNotAfter">The earliest expiry in the verified chain, including the root; null when it is not trusted.</param>
/// <param name="Fingerprint">SHA-256 of the server's own certificate.</param>
/// <param name="Names">The DNS names of the server's own certificate, separated by commas.</param>
/// <param name="Serial">The number that its issuer gave it, in hexadecimal.</param>
/// <param name="Protocol">Such as <c>TLS 1.3</c>.</param>
/// <param name="Cipher">The cipher suite under IANA's name, such as <c>TLS_AES_256_GCM_SHA384</c>.</param>
public sealed record CertificateFacts(
    string Subject,
    string Issuer,
    DateTimeOffset NotAfter,
    DateTimeOffset? ChainNotAfter,
    string Fingerprint,
    string Names,
    string Serial,
    string Protocol,
    string Cipher)
{
    /// <summary>When clients begin to refuse it: a certificate that the verified chain does not need ends nothing.</summary>
    public DateTimeOffset Ends => ChainNotAfter ?? NotAfter;
}
