using System.Buffers.Binary;
using System.Security.Cryptography;

namespace Journal.Log.Recipients;

/// <summary>
/// HPKE in base mode for one message (RFC 9180): DHKEM(P-256, HKDF-SHA256), HKDF-SHA256 and AES-GCM. The sealed bytes are the sender's
/// one-time public key (65 bytes), and the ciphertext with its tag.
/// </summary>
/// <param name="keyBytes">32 for AES-256; 16 for the RFC's own vectors.</param>
internal sealed class Hpke(int keyBytes = Hpke.Aes256)
{
    /// <summary>An uncompressed point: 4, x and y.</summary>
    public const int PointBytes = 65;

    private const int Aes256 = 32;
    private const int TagBytes = 16;
    private const int CoordinateBytes = 32;
    private const string CurveOid = "1.2.840.10045.3.1.7";

    private static readonly byte[] KemSuite = [.. "KEM"u8, 0, 0x10];

    private readonly byte[] _suite = [.. "HPKE"u8, 0, 0x10, 0, 1, 0, keyBytes == Aes256 ? (byte)2 : (byte)1];

    public static bool IsP256(ECDiffieHellman key) => key.ExportParameters(includePrivateParameters: false).Curve.Oid.Value == CurveOid;

    /// <param name="recipient">A public key of P-256.</param>
    /// <param name="sender">Used for this one message.</param>
    public byte[] Seal(
        ECDiffieHellman recipient, ECDiffieHellman sender, ReadOnlySpan<byte> info, ReadOnlySpan<byte> associated, ReadOnlySpan<byte> plain)
    {
        var point = Point(sender);
        var (key, nonce) = Schedule(SharedSecret(sender, recipient.PublicKey, point, Point(recipient)), info);
        var sealedBytes = new byte[PointBytes + plain.Length + TagBytes];
        point.CopyTo(sealedBytes, 0);
        using var cipher = new AesGcm(key, TagBytes);
        cipher.Encrypt(nonce, plain, sealedBytes.AsSpan(PointBytes, plain.Length), sealedBytes.AsSpan(^TagBytes..), associated);
        return sealedBytes;
    }

    /// <exception cref="CryptographicException">It was not sealed for this key, or is damaged.</exception>
    public byte[] Open(ECDiffieHellman recipient, ReadOnlySpan<byte> info, ReadOnlySpan<byte> associated, ReadOnlySpan<byte> sealedBytes)
    {
        if (sealedBytes.Length < PointBytes + TagBytes || sealedBytes[0] != 4)
        {
            throw new CryptographicException("There is no uncompressed point with a ciphertext.");
        }

        var point = sealedBytes[..PointBytes].ToArray();

        // The import refuses a point that is not on the curve.
        using var sender = ECDiffieHellman.Create(new ECParameters
        {
            Curve = ECCurve.NamedCurves.nistP256,
            Q = new() { X = point[1..(1 + CoordinateBytes)], Y = point[(1 + CoordinateBytes)..] },
        });
        var (key, nonce) = Schedule(SharedSecret(recipient, sender.PublicKey, point, Point(recipient)), info);
        var plain = new byte[sealedBytes.Length - PointBytes - TagBytes];
        using var cipher = new AesGcm(key, TagBytes);
        cipher.Decrypt(nonce, sealedBytes[PointBytes..^TagBytes], sealedBytes[^TagBytes..], plain, associated);
        return plain;
    }

    /// <summary>Sections 4.1 and 7.1.</summary>
    private static byte[] SharedSecret(ECDiffieHellman own, ECDiffieHellmanPublicKey other, byte[] sender, byte[] recipient)
    {
        var agreed = own.DeriveRawSecretAgreement(other);
        var extracted = Extract(KemSuite, [], "eae_prk"u8, agreed);
        CryptographicOperations.ZeroMemory(agreed);
        return Expand(KemSuite, extracted, "shared_secret"u8, [.. sender, .. recipient], 32);
    }

    /// <summary>Section 5.1, mode 0; the nonce of the first message.</summary>
    private (byte[] Key, byte[] Nonce) Schedule(byte[] sharedSecret, ReadOnlySpan<byte> info)
    {
        byte[] context = [0, .. Extract(_suite, [], "psk_id_hash"u8, []), .. Extract(_suite, [], "info_hash"u8, info)];
        var secret = Extract(_suite, sharedSecret, "secret"u8, []);
        return (Expand(_suite, secret, "key"u8, context, keyBytes), Expand(_suite, secret, "base_nonce"u8, context, 12));
    }

    private static byte[] Extract(ReadOnlySpan<byte> suite, byte[] salt, ReadOnlySpan<byte> label, ReadOnlySpan<byte> material) =>
        HKDF.Extract(HashAlgorithmName.SHA256, [.. "HPKE-v1"u8, .. suite, .. label, .. material], salt);

    private static byte[] Expand(ReadOnlySpan<byte> suite, byte[] key, ReadOnlySpan<byte> label, ReadOnlySpan<byte> info, int length)
    {
        Span<byte> size = stackalloc byte[2];
        BinaryPrimitives.WriteUInt16BigEndian(size, (ushort)length);
        return HKDF.Expand(HashAlgorithmName.SHA256, key, length, [.. size, .. "HPKE-v1"u8, .. suite, .. label, .. info]);
    }

    private static byte[] Point(ECDiffieHellman key)
    {
        var point = key.ExportParameters(includePrivateParameters: false).Q;
        return [4, .. point.X!, .. point.Y!];
    }
}
