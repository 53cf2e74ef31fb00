using System.Security.Cryptography;

namespace Journal.Log.Recipients;

/// <summary>RSA-OAEP with SHA-256 and MGF1-SHA-256, empty label: <c>openssl pkeyutl</c> unwraps it.</summary>
internal sealed class RsaWrappingKey : IWrappingKey
{
    public const int MinBits = 3072;
    private readonly RSA _rsa;

    /// <exception cref="InvalidDataException">The key is too short.</exception>
    public RsaWrappingKey(RSA rsa)
    {
        if (rsa.KeySize < MinBits)
        {
            var bits = rsa.KeySize;
            rsa.Dispose();
            throw new InvalidDataException($"An RSA key of {bits} bits is too short: it needs {MinBits} or more.");
        }

        _rsa = rsa;
    }

    public byte Type => WrappedSecret.RsaOaep;

    public bool IsPrivate
    {
        get
        {
            try
            {
                CryptographicOperations.ZeroMemory(_rsa.ExportRSAPrivateKey());
                return true;
            }
            catch (CryptographicException)
            {
                return false;
            }
        }
    }

    public byte[] PublicKeyInfo => _rsa.ExportSubjectPublicKeyInfo();

    public byte[] Wrap(ReadOnlySpan<byte> secret, byte[] random) => _rsa.Encrypt(secret, RSAEncryptionPadding.OaepSHA256);

    public byte[] Unwrap(byte[] wrapped, byte[] random) => _rsa.Decrypt(wrapped, RSAEncryptionPadding.OaepSHA256);

    public string ExportPrivate() => _rsa.ExportPkcs8PrivateKeyPem() + "\n";

    public void Dispose() => _rsa.Dispose();
}
