using NSec.Cryptography;

namespace Journal.Log.Signing;

/// <summary>
/// Ed25519 (RFC 8032), which .NET 10 lacks, by libsodium. It refuses an S that is not reduced, encodings that are not canonical, and points
/// of small order.
/// </summary>
internal static class Ed25519Signature
{
    public const int SeedBytes = 32;
    public const int PublicKeyBytes = 32;
    public const int Bytes = 64;

    private static readonly SignatureAlgorithm Algorithm = SignatureAlgorithm.Ed25519;

    /// <summary>A text with the private key can be made of it (<see cref="Seed"/>).</summary>
    private static KeyCreationParameters Exportable => new() { ExportPolicy = KeyExportPolicies.AllowPlaintextExport };

    public static Key CreateKey() => Key.Create(Algorithm, Exportable);

    /// <exception cref="ArgumentException">The seed has another length.</exception>
    public static Key KeyOf(byte[] seed) => seed.Length == SeedBytes
        ? Key.Import(Algorithm, seed, KeyBlobFormat.RawPrivateKey, Exportable)
        : throw new ArgumentException($"An Ed25519 private key has {SeedBytes} bytes, not {seed.Length}.");

    public static byte[] Seed(Key key) => key.Export(KeyBlobFormat.RawPrivateKey);

    public static byte[] PublicKey(Key key) => key.PublicKey.Export(KeyBlobFormat.RawPublicKey);

    /// <exception cref="ObjectDisposedException">The key was erased.</exception>
    public static byte[] Sign(Key key, byte[] message) => Algorithm.Sign(key, message);

    public static bool Verify(byte[] publicKey, byte[] message, byte[] signature) =>
        NSec.Cryptography.PublicKey.TryImport(Algorithm, publicKey, KeyBlobFormat.RawPublicKey, out var key)
        && Algorithm.Verify(key!, message, signature);
}
