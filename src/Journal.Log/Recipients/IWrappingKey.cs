using System.Security.Cryptography;

namespace Journal.Log.Recipients;

/// <summary>A key that wraps the secrets of segments, and unwraps them when it is the private one.</summary>
internal interface IWrappingKey : IDisposable
{
    /// <summary>One of the types of <see cref="WrappedSecret"/>.</summary>
    byte Type { get; }

    bool IsPrivate { get; }

    /// <summary>DER of its SubjectPublicKeyInfo.</summary>
    byte[] PublicKeyInfo { get; }

    /// <param name="secret">The segment's secret.</param>
    /// <param name="random">The segment's own 16 bytes; the secret is bound to them if the wrapping can do that.</param>
    byte[] Wrap(ReadOnlySpan<byte> secret, byte[] random);

    /// <exception cref="CryptographicException">It was not wrapped for this key.</exception>
    byte[] Unwrap(byte[] wrapped, byte[] random);

    /// <summary>PKCS #8 as .pem.</summary>
    string ExportPrivate();
}

/// <summary>Reads keys out of .pem files.</summary>
internal static class WrappingKeys
{
    /// <exception cref="InvalidDataException">The text is not a key that secrets can be wrapped for.</exception>
    public static IWrappingKey Read(string pem)
    {
        var rsa = RSA.Create();
        if (TryImport(rsa, pem))
        {
            return new RsaWrappingKey(rsa);
        }

        rsa.Dispose();
        var curve = ECDiffieHellman.Create();
        if (TryImport(curve, pem))
        {
            return new HpkeWrappingKey(curve);
        }

        curve.Dispose();
        throw new InvalidDataException("This is not an RSA or P-256 key in a .pem file.");
    }

    public static string ExportPublic(this IWrappingKey key) => PemEncoding.WriteString("PUBLIC KEY", key.PublicKeyInfo) + "\n";

    private static bool TryImport(AsymmetricAlgorithm key, string pem)
    {
        try
        {
            key.ImportFromPem(pem);
            return true;
        }
        catch (Exception exception) when (exception is ArgumentException or CryptographicException)
        {
            return false;
        }
    }
}
