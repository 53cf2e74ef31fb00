using System.Security.Cryptography;

namespace Journal.Log.Recipients;

/// <summary>A reader's private key. It is never on the journal's machine.</summary>
public sealed class ReaderKey : IDisposable
{
    public const int NewKeyBits = 3072;
    private readonly IWrappingKey _key;

    private ReaderKey(IWrappingKey key)
    {
        _key = key;
        Fingerprint = SHA256.HashData(key.PublicKeyInfo);
    }

    public byte[] Fingerprint { get; }

    public static ReaderKey Create() => new(new RsaWrappingKey(RSA.Create(NewKeyBits)));

    /// <exception cref="InvalidDataException">The text is no private key.</exception>
    public static ReaderKey Parse(string pem)
    {
        var key = WrappingKeys.Read(pem);
        if (key.IsPrivate)
        {
            return new(key);
        }

        key.Dispose();
        throw new InvalidDataException("This is a public key: reading needs the private one.");
    }

    public string ExportPrivate() => _key.ExportPrivate();

    public string ExportPublic() => _key.ExportPublic();

    /// <summary>Whether one of a segment's secrets is for this key: a reader who was added later has none in older segments.</summary>
    public bool IsFor(IEnumerable<WrappedSecret> secrets) => Own(secrets) is not null;

    /// <param name="secrets">A segment's secrets.</param>
    /// <param name="random">The segment's own random bytes.</param>
    /// <returns>Null when none of them is for this key, or the one that is does not unwrap.</returns>
    public SegmentKeys? Open(IEnumerable<WrappedSecret> secrets, byte[] random)
    {
        if (Own(secrets) is not { } own)
        {
            return null;
        }

        if (Unwrap(own.Bytes, random) is not { } secret)
        {
            return null;
        }

        var keys = new SegmentKeys(secret);
        CryptographicOperations.ZeroMemory(secret);
        return keys;
    }

    /// <returns>The secret of 32 bytes; null when it was not wrapped for this key.</returns>
    internal byte[]? Unwrap(byte[] wrapped, byte[] random)
    {
        try
        {
            var secret = _key.Unwrap(wrapped, random);
            return secret.Length == SegmentKeys.SecretBytes ? secret : null;
        }
        catch (CryptographicException)
        {
            return null;
        }
    }

    public void Dispose() => _key.Dispose();

    private WrappedSecret? Own(IEnumerable<WrappedSecret> secrets) => secrets.FirstOrDefault(secret =>
        secret.Type == _key.Type && secret.Fingerprint.AsSpan().SequenceEqual(Fingerprint));
}
