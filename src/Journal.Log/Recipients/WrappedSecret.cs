namespace Journal.Log.Recipients;

/// <summary>A segment's secret for one recipient, as in the segment's header.</summary>
/// <param name="Type">How it is wrapped; readers skip unknown types.</param>
/// <param name="Fingerprint">SHA-256 of the recipient's SubjectPublicKeyInfo.</param>
public sealed record WrappedSecret(byte Type, byte[] Fingerprint, byte[] Bytes)
{
    /// <summary>RSA-OAEP with SHA-256 and MGF1-SHA-256, empty label.</summary>
    public const byte RsaOaep = 1;

    /// <summary>HPKE (RFC 9180): DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM.</summary>
    public const byte Hpke = 2;
}
