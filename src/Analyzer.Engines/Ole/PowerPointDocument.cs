using System.Buffers.Binary;
using System.IO.Compression;
using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Ole;

/// <summary>
/// Finds the objects and macros in the main stream of a presentation (MS-PPT, 2.10.34): each is a compound file of its own.
/// </summary>
internal static class PowerPointDocument
{
    private const int HeaderLength = 8;
    private const int Container = 0xF;
    private const int ObjectStorage = 0x1011;
    private const int Compressed = 1;

    public static void Open(ReadOnlySpan<byte> stream, IParts parts)
    {
        for (var offset = 0; stream.Length - offset >= HeaderLength;)
        {
            var flags = BinaryPrimitives.ReadUInt16LittleEndian(stream[offset..]);
            var type = BinaryPrimitives.ReadUInt16LittleEndian(stream[(offset + 2)..]);
            var length = (int)Math.Min(BinaryPrimitives.ReadUInt32LittleEndian(stream[(offset + 4)..]),
                stream.Length - offset - HeaderLength);
            if (type == ObjectStorage)
            {
                OpenStorage(stream.Slice(offset + HeaderLength, length), flags >> 4 == Compressed, offset, parts);
            }

            offset += HeaderLength + ((flags & 0xF) == Container ? 0 : length);
        }
    }

    private static void OpenStorage(ReadOnlySpan<byte> data, bool isCompressed, long offset, IParts parts)
    {
        var part = parts.Open(null, offset);
        part.Complete(!isCompressed ? Copy(data, part) : data.Length > sizeof(uint) ? Inflate(data[sizeof(uint)..], part, parts.Budget)
            : Gap.Broken);
    }

    private static Gap? Copy(ReadOnlySpan<byte> data, IPart part)
    {
        part.Write(data);
        return null;
    }

    private static Gap? Inflate(ReadOnlySpan<byte> data, IPart part, PartBudget budget)
    {
        try
        {
            using var inflater = new ZLibStream(new MemoryStream(data.ToArray()), CompressionMode.Decompress);
            var (piece, total) = (new byte[16 * 1024], 0L);
            for (int length; (length = inflater.Read(piece)) > 0;)
            {
                total += length;
                if (budget.IsBomb(total, data.Length))
                {
                    return Gap.Bomb;
                }

                if (!part.Write(piece.AsSpan(0, length)))
                {
                    return null; // the part says why
                }
            }

            return null;
        }
        catch (InvalidDataException)
        {
            return Gap.Broken;
        }
    }
}
