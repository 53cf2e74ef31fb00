using System.Buffers.Binary;
using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Zip;

/// <summary>What stands before an entry's data (APPNOTE.TXT 6.3.10, 4.3.7).</summary>
/// <param name="Offset">Bytes from the start of the file to the header.</param>
/// <param name="DataOffset">Likewise to the data.</param>
/// <param name="CompressedSize">As the header says; null when the data are followed by a descriptor that says it.</param>
/// <param name="Size">Decoded, as the header says; null likewise.</param>
internal sealed record LocalHeader(long Offset, long DataOffset, string Name, int Flags, int Method, long? CompressedSize, long? Size)
{
    public const int FixedLength = 30;
    public const int Stored = 0;
    public const int Deflated = 8;

    private const int EncryptedFlag = 1 << 0;
    private const int DescriptorFlag = 1 << 3;

    public bool IsEncrypted => (Flags & EncryptedFlag) != 0;

    public bool IsFolder => Name.EndsWith('/') && Size is null or 0;

    /// <summary>The whole length of a header, by its fixed part.</summary>
    public static int LengthOf(ReadOnlySpan<byte> header) =>
        FixedLength + BinaryPrimitives.ReadUInt16LittleEndian(header[26..]) + BinaryPrimitives.ReadUInt16LittleEndian(header[28..]);

    public static LocalHeader Parse(ReadOnlySpan<byte> header, long offset)
    {
        var flags = BinaryPrimitives.ReadUInt16LittleEndian(header[6..]);
        var nameLength = BinaryPrimitives.ReadUInt16LittleEndian(header[26..]);
        var name = PlainText.Decode(header.Slice(FixedLength, nameLength));
        var (compressed, size) = Zip64.Sizes(
            BinaryPrimitives.ReadUInt32LittleEndian(header[18..]), BinaryPrimitives.ReadUInt32LittleEndian(header[22..]),
            header[(FixedLength + nameLength)..]);

        // Some writers set the flag although they know the sizes: they are believed, as the data begin with them.
        var isUnknown = (flags & DescriptorFlag) != 0 && compressed == 0;
        return new(
            offset, offset + header.Length, name, flags, BinaryPrimitives.ReadUInt16LittleEndian(header[8..]),
            isUnknown ? null : compressed, isUnknown || (flags & DescriptorFlag) != 0 ? null : size);
    }
}
