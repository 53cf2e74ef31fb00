using System.Buffers.Binary;

namespace Analyzer.Engines.Ole.Encryption;

/// <summary>Opens workbooks that are encrypted by RC4, or obfuscated (MS-XLS, 2.2.10).</summary>
internal static class WorkbookPassword
{
    private const int BlockLength = 1024;
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
        var isObfuscated = record is [0, 0, ..];
        if (!isObfuscated && record is not [1, 0, ..])
        {
            return false;
        }

        if (isObfuscated)
        {
            var mask = XorPassword.MaskOf(record[2..], sent);
            if (mask is not null)
            {
                Unmask(stream, mask);
            }

            return mask is not null;
        }

        var keys = Rc4Password.KeysOf(record[2..], sent);
        if (keys is not null)
        {
            Decrypt(stream, keys);
        }

        return keys is not null;
    }

    // The cipher runs over all bytes of the stream, though some of them are not encrypted.
    private static void Decrypt(Span<byte> stream, Func<int, byte[]> keys)
    {
        var opened = stream.ToArray();
        Rc4Password.Apply(opened, keys, BlockLength);
        for (var offset = 0; stream.Length - offset >= 4;)
        {
            var (plain, length) = LengthsAt(stream, offset);
            opened.AsSpan(offset + 4 + plain, length - plain).CopyTo(stream[(offset + 4 + plain)..]);
            offset += 4 + length;
        }
    }

    private static void Unmask(Span<byte> stream, byte[] mask)
    {
        for (var offset = 0; stream.Length - offset >= 4;)
        {
            var (plain, length) = LengthsAt(stream, offset);
            var content = stream.Slice(offset + 4, length);
            var opened = content.ToArray();
            XorPassword.Apply(opened, offset + 4, mask);
            opened.AsSpan(plain).CopyTo(content[plain..]);
            offset += 4 + length;
        }
    }

    private static (int Plain, int Length) LengthsAt(ReadOnlySpan<byte> stream, int offset)
    {
        var type = BinaryPrimitives.ReadUInt16LittleEndian(stream[offset..]);
        var length = Math.Min(BinaryPrimitives.ReadUInt16LittleEndian(stream[(offset + 2)..]), stream.Length - offset - 4);
        return (Plain.Contains(type) ? length : type == BoundSheet ? Math.Min(4, length) : 0, length);
    }
}
