using System.Buffers.Binary;
using System.Diagnostics.CodeAnalysis;
using System.Security.Cryptography;
using System.Text;
using Analyzer.Engines.Decoding;

namespace Analyzer.Engines.Ole.Encryption;

/// <summary>
/// Finds the keys of a document of an office program before 2007 that is encrypted by RC4 (MS-OFFCRYPTO, 2.3.5 and 2.3.6): each block of
/// it has one of its own.
/// </summary>
[SuppressMessage("Security", "CA5350", Justification = "The format wants SHA-1.")]
[SuppressMessage("Security", "CA5351", Justification = "The format wants MD5.")]
internal static class Rc4Password
{
    private const int SaltLength = 16;

    /// <param name="header">The header of encryption; it begins with a version.</param>
    /// <param name="sent">The password that was sent; null for none.</param>
    /// <returns>The key of each block; null when no password fits, or the method is another one.</returns>
    public static Func<int, byte[]>? KeysOf(ReadOnlySpan<byte> header, string? sent)
    {
        foreach (var password in PackagePassword.Candidates(sent))
        {
            var bytes = Encoding.Unicode.GetBytes(password);
            if ((header is [1, 0, 1, 0, ..] ? ShortKeysOf(header, bytes) : LongKeysOf(header, bytes)) is { } keys)
            {
                return keys;
            }
        }

        return null;
    }

    /// <summary>Decrypts bytes, each block by its key.</summary>
    public static void Apply(Span<byte> bytes, Func<int, byte[]> keys, int blockLength)
    {
        var state = new byte[256];
        for (var block = 0; block * (long)blockLength < bytes.Length; block++)
        {
            var part = bytes[(block * blockLength)..];
            new Rc4(keys(block), state).Apply(part[..Math.Min(part.Length, blockLength)]);
        }
    }

    private static Func<int, byte[]>? ShortKeysOf(ReadOnlySpan<byte> header, byte[] password)
    {
        if (header.Length < 4 + (3 * SaltLength))
        {
            return null;
        }

        var salt = header.Slice(4, SaltLength).ToArray();
        var start = MD5.HashData(password)[..5];
        var once = MD5.HashData([.. Enumerable.Repeat<byte[]>([.. start, .. salt], 16).SelectMany(bytes => bytes)])[..5];
        byte[] Key(int block) => MD5.HashData([.. once, .. Number(block)]);
        return Fits(Key(0), header.Slice(4 + SaltLength, 2 * SaltLength), MD5.HashData) ? Key : null;
    }

    private static Func<int, byte[]>? LongKeysOf(ReadOnlySpan<byte> header, byte[] password)
    {
        if (header is not [2 or 3 or 4, 0, 2, 0, ..] || header.Length < 12 + 32)
        {
            return null;
        }

        var length = BinaryPrimitives.ReadUInt32LittleEndian(header[8..]);
        var keyBytes = BinaryPrimitives.ReadInt32LittleEndian(header[(12 + 16)..]) / 8;
        keyBytes = keyBytes == 0 ? 5 : keyBytes;
        var verifier = header[(int)Math.Min(12L + length, header.Length)..];
        if (keyBytes is < 5 or > 16 || verifier.Length < 4 + SaltLength + 16 + 4 + SHA1.HashSizeInBytes)
        {
            return null;
        }

        var hash = SHA1.HashData([.. verifier.Slice(4, SaltLength), .. password]);

        // A key of 40 bits is filled up with zeros.
        byte[] Key(int block) => [.. SHA1.HashData([.. hash, .. Number(block)])[..keyBytes], .. new byte[keyBytes == 5 ? 11 : 0]];
        byte[] check = [.. verifier.Slice(4 + SaltLength, 16), .. verifier.Slice(4 + SaltLength + 16 + 4, SHA1.HashSizeInBytes)];
        return Fits(Key(0), check, SHA1.HashData) ? Key : null;
    }

    private static byte[] Number(int number)
    {
        var bytes = new byte[sizeof(int)];
        BinaryPrimitives.WriteInt32LittleEndian(bytes, number);
        return bytes;
    }

    private static bool Fits(byte[] key, ReadOnlySpan<byte> check, Func<byte[], byte[]> hash)
    {
        var opened = check.ToArray();
        Rc4.Apply(key, opened);
        return opened.AsSpan(16).SequenceEqual(hash(opened[..16]));
    }
}
