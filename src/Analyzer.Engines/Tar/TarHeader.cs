using System.Text;
using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Tar;

/// <summary>The block before an entry's data (POSIX.1-2017, pax, "ustar Interchange Format").</summary>
/// <param name="Type">The type flag: 0 or NUL for a file.</param>
/// <param name="Size">Bytes of data.</param>
internal sealed record TarHeader(string Name, char Type, long Size, string LinkTarget)
{
    public const int BlockLength = 512;

    private const int SizeOffset = 124;
    private const int ChecksumOffset = 148;
    private const int ChecksumLength = 8;

    public bool IsFile => Type is '0' or '\0' or '7' or 'S';

    /// <summary>Whether the block's checksum is right: nothing else looks like that.</summary>
    public static bool IsHeader(ReadOnlySpan<byte> block)
    {
        if (block.Length < BlockLength || block[0] == 0)
        {
            return false;
        }

        var (sum, signedSum) = (0, 0);
        for (var i = 0; i < BlockLength; i++)
        {
            var value = i is >= ChecksumOffset and < ChecksumOffset + ChecksumLength ? (byte)' ' : block[i];
            sum += value;
            signedSum += (sbyte)value;
        }

        return Number(block.Slice(ChecksumOffset, ChecksumLength)) is var told && (told == sum || told == signedSum);
    }

    public static TarHeader Parse(ReadOnlySpan<byte> block)
    {
        var name = Text(block[..100]);
        var prefix = block[257..].StartsWith("ustar\0"u8) ? Text(block.Slice(345, 155)) : "";
        return new(prefix.Length > 0 ? $"{prefix}/{name}" : name, (char)block[156], Number(block.Slice(SizeOffset, 12)),
            Text(block.Slice(157, 100)));
    }

    private static string Text(ReadOnlySpan<byte> bytes) =>
        PlainText.Decode(bytes.IndexOf((byte)0) is >= 0 and var end ? bytes[..end] : bytes);

    // Octal digits, or a binary number when the first bit is set.
    private static long Number(ReadOnlySpan<byte> field)
    {
        if ((field[0] & 0x80) != 0)
        {
            var binary = 0L;
            foreach (var value in field[^8..])
            {
                binary = (binary << 8) | value;
            }

            return Math.Max(0, binary);
        }

        var number = 0L;
        foreach (var digit in Encoding.ASCII.GetString(field).Trim(' ', '\0'))
        {
            if (digit is < '0' or > '7')
            {
                break;
            }

            number = (number << 3) + (digit - '0');
        }

        return number;
    }
}
