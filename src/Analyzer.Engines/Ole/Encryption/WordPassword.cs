using System.Buffers.Binary;

namespace Analyzer.Engines.Ole.Encryption;

/// <summary>Opens Word documents that are encrypted by RC4 (MS-DOC, 2.2.6.2 and 2.2.6.3).</summary>
internal static class WordPassword
{
    private const int BlockLength = 512;

    /// <summary>So many bytes of the main stream are not encrypted.</summary>
    private const int PlainLength = 68;

    private const int HeaderLengthOffset = 0x0E;

    /// <summary>The name of the stream that the main stream's flags choose, which begins with the header of encryption.</summary>
    public static string TableOf(ushort flags) => (flags & 0x0200) != 0 ? "1Table" : "0Table";

    /// <param name="stream">The main stream, which is decrypted in place.</param>
    /// <param name="sent">The password that was sent; null for none.</param>
    /// <returns>False when no password opens it, or it is only obfuscated.</returns>
    public static bool TryOpen(Span<byte> stream, ReadOnlySpan<byte> table, string? sent)
    {
        if (stream.Length < PlainLength)
        {
            return false;
        }

        var length = BinaryPrimitives.ReadUInt32LittleEndian(stream[HeaderLengthOffset..]);
        if (Rc4Password.KeysOf(table[..(int)Math.Min(length, table.Length)], sent) is not { } keys)
        {
            return false;
        }

        var plain = stream[..PlainLength].ToArray();
        Rc4Password.Apply(stream, keys, BlockLength);
        plain.CopyTo(stream);
        return true;
    }
}
