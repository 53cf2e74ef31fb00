using System.Buffers.Binary;

namespace Analyzer.Engines.Zip;

/// <summary>Sizes beyond 32 bits stand in an extra field (APPNOTE.TXT 6.3.10, 4.5.3).</summary>
internal static class Zip64
{
    private const uint Elsewhere = uint.MaxValue;
    private const int Id = 1;

    public static (long Compressed, long Size) Sizes(uint compressed, uint size, ReadOnlySpan<byte> extra)
    {
        var field = Find(extra);
        var fullSize = Take(size, ref field);
        return (Take(compressed, ref field), fullSize);
    }

    /// <summary>The offset of a local header, which stands behind the two sizes.</summary>
    public static long Offset(uint compressed, uint size, uint offset, ReadOnlySpan<byte> extra)
    {
        var field = Find(extra);
        Take(size, ref field);
        Take(compressed, ref field);
        return Take(offset, ref field);
    }

    private static long Take(uint value, ref ReadOnlySpan<byte> field)
    {
        if (value != Elsewhere || field.Length < sizeof(long))
        {
            return value;
        }

        var full = BinaryPrimitives.ReadInt64LittleEndian(field);
        field = field[sizeof(long)..];
        return Math.Max(0, full);
    }

    private static ReadOnlySpan<byte> Find(ReadOnlySpan<byte> extra)
    {
        while (extra.Length >= 4)
        {
            var length = Math.Min(BinaryPrimitives.ReadUInt16LittleEndian(extra[2..]), extra.Length - 4);
            if (BinaryPrimitives.ReadUInt16LittleEndian(extra) == Id)
            {
                return extra.Slice(4, length);
            }

            extra = extra[(4 + length)..];
        }

        return [];
    }
}
