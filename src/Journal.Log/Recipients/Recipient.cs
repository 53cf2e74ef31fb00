using System.Security.Cryptography;

namespace Journal.Log.Recipients;

/// <summary>A reader's public key: the journal encrypts to it, and cannot decrypt what it has encrypted.</summary>
public sealed class Recipient : IDisposable
{
    public const int MaxCount = 16;
    private readonly IWrappingKey _key;

    private Recipient(IWrappingKey key)
    {
        _key = key;
        Fingerprint = SHA256.HashData(key.PublicKeyInfo);
    }

    /// <summary>SHA-256 of its SubjectPublicKeyInfo.</summary>
    public byte[] Fingerprint { get; }

    /// <exception cref="InvalidDataException">The text is not a public key that secrets can be wrapped for.</exception>
    public static Recipient Parse(string pem) => new(WrappingKeys.Read(pem));

    /// <param name="secret">The segment's secret.</param>
    /// <param name="random">The segment's own random bytes.</param>
    public WrappedSecret Wrap(ReadOnlySpan<byte> secret, byte[] random) => new(_key.Type, Fingerprint, _key.Wrap(secret, random));

    /// <summary>Only the public key, whatever it was read from.</summary>
    public string Export() => _key.ExportPublic();

    public void Dispose() => _key.Dispose();
}
