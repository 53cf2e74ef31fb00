using System.Buffers.Binary;

namespace Analyzer.Engines.Disks;

/// <summary>What a volume says of one file or folder (ECMA-167, 4/14.9 and 4/14.17).</summary>
/// <param name="Size">Bytes.</param>
/// <param name="Extents">Where the bytes lie on the disk.</param>
/// <param name="Inline">The bytes themselves, when they stand in the entry; otherwise null.</param>
internal sealed record UdfEntry(bool IsFolder, long Size, IReadOnlyList<Extent> Extents, byte[]? Inline)
{
    private const int SectorLength = 2048;
    private const int Plain = 261;
    private const int Extended = 266;
    private const int ShortForm = 0;
    private const int LongForm = 1;
    private const int InlineForm = 3;

    public static UdfEntry? Read(Disk disk, long partition, long offset)
    {
        var bytes = disk.At(offset, SectorLength);
        if (bytes.Length < SectorLength || BinaryPrimitives.ReadUInt16LittleEndian(bytes) is not (Plain or Extended))
        {
            return null;
        }

        var header = BinaryPrimitives.ReadUInt16LittleEndian(bytes) == Plain ? 176 : 216;
        var attributes = BinaryPrimitives.ReadUInt32LittleEndian(bytes[(header - 8)..]);
        var length = BinaryPrimitives.ReadUInt32LittleEndian(bytes[(header - 4)..]);
        if (header + (long)attributes + length > bytes.Length)
        {
            return null;
        }

        var places = bytes.Slice(header + (int)attributes, (int)length);
        var form = BinaryPrimitives.ReadUInt16LittleEndian(bytes[34..]) & 7;
        var size = (long)Math.Min(BinaryPrimitives.ReadUInt64LittleEndian(bytes[56..]), 1UL << 56);
        return new(bytes[27] == 4, size, form == InlineForm ? [] : ExtentsIn(places, form, partition), form == InlineForm ? places.ToArray()
            : null);
    }

    private static List<Extent> ExtentsIn(ReadOnlySpan<byte> places, int form, long partition)
    {
        var extents = new List<Extent>();
        var step = form == ShortForm ? 8 : form == LongForm ? 16 : int.MaxValue;
        for (; places.Length >= step; places = places[step..])
        {
            // The two highest bits say that nothing was written there, or that the list goes on elsewhere.
            var length = BinaryPrimitives.ReadUInt32LittleEndian(places) & 0x3FFFFFFF;
            if (length > 0)
            {
                extents.Add(new(partition + (BinaryPrimitives.ReadUInt32LittleEndian(places[4..]) * (long)SectorLength), length));
            }
        }

        return extents;
    }
}
