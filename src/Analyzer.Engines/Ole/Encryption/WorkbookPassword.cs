using System.Buffers.Binary;
using System.Diagnostics.CodeAnalysis;
using System.Security.Cryptography;
using System.Text;
using Analyzer.Engines.Decoding;

namespace Analyzer.Engines.Ole.Encryption;

/// <summary>Opens workbooks that are encrypted by RC4 (MS-XLS, 2.2.10; MS-OFFCRYPTO, 2.3.5 and 2.3.6).</summary>
[SuppressMessage("Security", "CA5350", Justification = "The format wants SHA-1.")]
[SuppressMessage("Security", "CA5351", Justification = "The format wants MD5.")]
internal static class WorkbookPassword
{
    private const int BlockLength = 1024;
    private const int SaltLength = 16;
    private const int FilePass = 0x2F;
    private const int BoundSheet = 0x85;

    // BOF, FilePass, InterfaceHdr, UsrExcl, FileLock, RRDInfo, RRDHead: a program reads them before it has the key.
    private static readonly HashSet<int> Plain = [0x809, FilePass, 0xE1, 0x194, 0x195, 0x196, 0x138];

    /// <param name="stream">The workbook, which is decrypted in place.</param>
    /// <param name="record">The content of its record FilePass.</param>
    /// <param name="sent">The password that was sent; null for none.</param>
    /// <returns>False when no password opens it.</returns>
    public static bool TryOpen(Span<byte> stream, ReadOnlySpan<byte> record, string? sent)
    {
        foreach (var password in PackagePassword.Candidates(sent))
        {
            if (KeysOf(record, Encoding.Unicode.GetBytes(password)) is { } keys)
            {
                Decrypt(stream, keys);
                return true;
            }
        }

        return false;
    }

    /// <returns>The key of each block; null when the password is another one, or the method is not RC4.</returns>
    private static Func<int, byte[]>? KeysOf(ReadOnlySpan<byte> record, byte[] password)
    {
        if (record is [1, 0, 1, 0, 1, 0, ..] && record.Length >= 6 + (3 * SaltLength))
        {
            var salt = record.Slice(6, SaltLength).ToArray();
            var start = MD5.HashData(password)[..5];
            var once = MD5.HashData([.. Enumerable.Repeat<byte[]>([.. start, .. salt], 16).SelectMany(bytes => bytes)])[..5];
            byte[] Key(int block) => MD5.HashData([.. once, .. Number(block)]);
            return Fits(Key(0), record.Slice(6 + SaltLength, 2 * SaltLength), MD5.HashData) ? Key : null;
        }

        if (record is not [1, 0, 2 or 3 or 4, 0, 2, 0, ..] || record.Length < 14 + 32)
        {
            return null;
        }

        var headerLength = BinaryPrimitives.ReadUInt32LittleEndian(record[10..]);
        var keyBytes = BinaryPrimitives.ReadInt32LittleEndian(record[(14 + 16)..]) / 8;
        keyBytes = keyBytes == 0 ? 5 : keyBytes;
        var verifier = record[(int)Math.Min(14 + headerLength, (uint)record.Length)..];
        if (keyBytes is < 5 or > 16 || verifier.Length < 4 + SaltLength + 16 + 4 + SHA1.HashSizeInBytes)
        {
            return null;
        }

        var hash = SHA1.HashData([.. verifier.Slice(4, SaltLength), .. password]);

        // A key of 40 bits is filled up with zeros.
        byte[] LongKey(int block) => [.. SHA1.HashData([.. hash, .. Number(block)])[..keyBytes], .. new byte[keyBytes == 5 ? 11 : 0]];
        byte[] check = [.. verifier.Slice(4 + SaltLength, 16), .. verifier.Slice(4 + SaltLength + 16 + 4, SHA1.HashSizeInBytes)];
        return Fits(LongKey(0), check, SHA1.HashData) ? LongKey : null;
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

    // The cipher runs over all bytes of the stream, though some of them are not encrypted.
    private static void Decrypt(Span<byte> stream, Func<int, byte[]> keys)
    {
        var opened = stream.ToArray();
        var state = new byte[256];
        for (var block = 0; block * BlockLength < opened.Length; block++)
        {
            var part = opened.AsSpan(block * BlockLength);
            new Rc4(keys(block), state).Apply(part[..Math.Min(part.Length, BlockLength)]);
        }

        for (var offset = 0; stream.Length - offset >= 4;)
        {
            var type = BinaryPrimitives.ReadUInt16LittleEndian(stream[offset..]);
            var length = Math.Min(BinaryPrimitives.ReadUInt16LittleEndian(stream[(offset + 2)..]), stream.Length - offset - 4);
            var plain = Plain.Contains(type) ? length : type == BoundSheet ? Math.Min(4, length) : 0;
            opened.AsSpan(offset + 4 + plain, length - plain).CopyTo(stream[(offset + 4 + plain)..]);
            offset += 4 + length;
        }
    }
}
