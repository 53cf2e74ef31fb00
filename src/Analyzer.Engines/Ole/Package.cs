using System.Buffers.Binary;
using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Ole;

/// <summary>A file that is packed into a document (MS-OLEDS 2.3.6): its label and path, then its bytes.</summary>
/// <param name="Name">Null when none can be read.</param>
/// <param name="Start">Where the bytes begin in the stream.</param>
/// <param name="Length">How many there are.</param>
internal sealed record Package(string? Name, int Start, int Length)
{
    /// <summary>The names and paths stand in the first bytes.</summary>
    public const int MaxHead = 64 * 1024;

    private const int MaxName = 1024;

    /// <param name="stream">From the size of the native data; <see cref="MaxHead"/> bytes are enough.</param>
    /// <param name="length">Of the whole stream, in bytes.</param>
    public static Package Parse(ReadOnlySpan<byte> stream, int length)
    {
        const int header = 6;
        var everything = new Package(null, Math.Min(sizeof(uint), stream.Length), Math.Max(0, length - sizeof(uint)));
        if (stream.Length < header || BinaryPrimitives.ReadUInt16LittleEndian(stream[4..]) != 2)
        {
            return everything;
        }

        var rest = stream[header..];
        if (!TryTakeName(ref rest, out var label) || !TryTakeName(ref rest, out _) || rest.Length < 8)
        {
            return everything;
        }

        // Two words of flags, then the path of a temporary copy with its length.
        var pathLength = BinaryPrimitives.ReadUInt32LittleEndian(rest[4..]);
        rest = rest[8..];
        if (pathLength > rest.Length - sizeof(uint))
        {
            return everything with { Name = label };
        }

        rest = rest[(int)pathLength..];
        var start = stream.Length - rest.Length + sizeof(uint);
        return new(label, start, (int)Math.Min(BinaryPrimitives.ReadUInt32LittleEndian(rest), length - start));
    }

    private static bool TryTakeName(ref ReadOnlySpan<byte> bytes, out string name)
    {
        var end = bytes.IndexOf((byte)0);
        name = end is >= 0 and <= MaxName ? PlainText.Decode(bytes[..end]) : "";
        bytes = end < 0 ? [] : bytes[(end + 1)..];
        return end is >= 0 and <= MaxName;
    }
}
