using Org.BouncyCastle.Math.EC.Rfc8032;

namespace Journal.Log.Signing;

/// <summary>Ed25519 (RFC 8032), which .NET 10 lacks. Sizes are checked before the library gets any bytes.</summary>
internal static class Ed25519Signature
{
    public const int SeedBytes = 32;
    public const int PublicKeyBytes = 32;
    public const int Bytes = 64;

    public static byte[] PublicKey(byte[] seed)
    {
        Require(seed, SeedBytes, "private key");
        var key = new byte[PublicKeyBytes];
        Ed25519.GeneratePublicKey(seed, 0, key, 0);
        return key;
    }

    public static byte[] Sign(byte[] seed, byte[] message)
    {
        Require(seed, SeedBytes, "private key");
        var signature = new byte[Bytes];
        Ed25519.Sign(seed, 0, message, 0, message.Length, signature, 0);
        return signature;
    }

    public static bool Verify(byte[] publicKey, byte[] message, byte[] signature) =>
        publicKey.Length == PublicKeyBytes && signature.Length == Bytes
        && Ed25519.Verify(signature, 0, publicKey, 0, message, 0, message.Length);

    private static void Require(byte[] bytes, int length, string what)
    {
        if (bytes.Length != length)
        {
            throw new ArgumentException($"An Ed25519 {what} has {length} bytes, not {bytes.Length}.");
        }
    }
}
