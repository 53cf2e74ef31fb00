using System.Buffers.Binary;
using System.Text;

namespace Analyzer.Engines.Ole;

internal enum OleKind
{
    None = 0,
    Storage = 1,
    Stream = 2,
    Root = 5,
}

/// <summary>A line of a compound file's directory (MS-CFB, 2.6).</summary>
internal sealed class OleEntry
{
    private const int MaxNameBytes = 64;

    public required string Name { get; init; }

    public required OleKind Kind { get; init; }

    public required Guid Class { get; init; }

    public required uint Start { get; init; }

    public required long Size { get; init; }

    public required uint Left { get; init; }

    public required uint Right { get; init; }

    public required uint Child { get; init; }

    /// <summary>The storage that it lies in; null of the root, and of what is in no storage.</summary>
    public OleEntry? Parent { get; set; }

    public bool IsStream => Kind == OleKind.Stream;

    /// <param name="bytes">128 bytes.</param>
    public static OleEntry Parse(ReadOnlySpan<byte> bytes)
    {
        var length = Math.Clamp(BinaryPrimitives.ReadUInt16LittleEndian(bytes[0x40..]) - sizeof(char), 0, MaxNameBytes - sizeof(char));
        return new()
        {
            Name = Encoding.Unicode.GetString(bytes[..length]).TrimEnd('\0'),
            Kind = (OleKind)bytes[0x42],
            Left = BinaryPrimitives.ReadUInt32LittleEndian(bytes[0x44..]),
            Right = BinaryPrimitives.ReadUInt32LittleEndian(bytes[0x48..]),
            Child = BinaryPrimitives.ReadUInt32LittleEndian(bytes[0x4C..]),
            Class = new Guid(bytes.Slice(0x50, 16)),
            Start = BinaryPrimitives.ReadUInt32LittleEndian(bytes[0x74..]),
            Size = BinaryPrimitives.ReadUInt32LittleEndian(bytes[0x78..]),
        };
    }
}
