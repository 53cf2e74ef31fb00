using System.Buffers.Binary;
using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Rtf;

/// <summary>The header of an object as OLE 1.0 has it (MS-OLEDS, 2.2.4 and 2.2.5): its class, and where its data begin.</summary>
/// <param name="IsLink">Whether it only names something elsewhere.</param>
/// <param name="Topic">What a link names.</param>
internal sealed record EmbeddedObject(string Class, string Topic, bool IsLink, int DataStart, int DataLength)
{
    private const int Linked = 1;
    private const int Embedded = 2;
    private const int MaxText = 1024;

    /// <returns>Null when the bytes are not such an object.</returns>
    public static EmbeddedObject? Parse(ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length < 12 || BinaryPrimitives.ReadInt32LittleEndian(bytes[4..]) is not (Linked or Embedded))
        {
            return null;
        }

        var isLink = BinaryPrimitives.ReadInt32LittleEndian(bytes[4..]) == Linked;
        var rest = bytes[8..];
        if (Take(ref rest) is not { } name || Take(ref rest) is not { } topic || Take(ref rest) is null || rest.Length < sizeof(uint))
        {
            return null;
        }

        var length = isLink ? 0 : (int)Math.Min(BinaryPrimitives.ReadUInt32LittleEndian(rest), rest.Length - sizeof(uint));
        return new(name, topic, isLink, bytes.Length - rest.Length + sizeof(uint), Math.Max(0, length));
    }

    private static string? Take(ref ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length < sizeof(uint) || BinaryPrimitives.ReadUInt32LittleEndian(bytes) is var length
            && (length > MaxText || length > bytes.Length - sizeof(uint)))
        {
            return null;
        }

        var text = PlainText.Decode(bytes.Slice(sizeof(uint), (int)length)).TrimEnd('\0');
        bytes = bytes[(sizeof(uint) + (int)length)..];
        return text;
    }
}
