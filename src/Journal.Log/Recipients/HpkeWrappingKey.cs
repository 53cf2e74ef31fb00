using System.Security.Cryptography;

namespace Journal.Log.Recipients;

/// <summary>HPKE for a key of P-256. The secret is bound to the segment's random bytes.</summary>
internal sealed class HpkeWrappingKey : IWrappingKey
{
    private static readonly Hpke Hpke = new();
    private readonly ECDiffieHellman _key;

    /// <exception cref="InvalidDataException">The key is of another curve.</exception>
    public HpkeWrappingKey(ECDiffieHellman key)
    {
        if (!Hpke.IsP256(key))
        {
            key.Dispose();
            throw new InvalidDataException("This key is of another curve than P-256.");
        }

        _key = key;
    }

    public byte Type => WrappedSecret.Hpke;

    public bool IsPrivate
    {
        get
        {
            try
            {
                CryptographicOperations.ZeroMemory(_key.ExportECPrivateKey());
                return true;
            }
            catch (CryptographicException)
            {
                return false;
            }
        }
    }

    public byte[] PublicKeyInfo => _key.ExportSubjectPublicKeyInfo();

    private static ReadOnlySpan<byte> Info => "journal segment secret/1"u8;

    public byte[] Wrap(ReadOnlySpan<byte> secret, byte[] random)
    {
        using var sender = ECDiffieHellman.Create(ECCurve.NamedCurves.nistP256);
        return Hpke.Seal(_key, sender, Info, random, secret);
    }

    public byte[] Unwrap(byte[] wrapped, byte[] random) => Hpke.Open(_key, Info, random, wrapped);

    public string ExportPrivate() => _key.ExportPkcs8PrivateKeyPem() + "\n";

    public void Dispose() => _key.Dispose();
}
