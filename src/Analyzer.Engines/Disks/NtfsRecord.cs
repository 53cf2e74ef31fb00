using System.Buffers.Binary;
using System.Text;

namespace Analyzer.Engines.Disks;

/// <param name="Start">Bytes from the start of the disk to the volume.</param>
/// <param name="Table">Likewise to the master file table.</param>
internal sealed record NtfsVolume(long Start, int ClusterLength, long Table, int RecordLength)
{
    public static NtfsVolume? Parse(ReadOnlySpan<byte> boot, long start)
    {
        var sector = BinaryPrimitives.ReadUInt16LittleEndian(boot[11..]);
        var cluster = sector * boot[13];
        var size = (sbyte)boot[64];
        var record = size < 0 ? 1 << Math.Min(-size, 16) : size * cluster;
        var table = BinaryPrimitives.ReadInt64LittleEndian(boot[48..]);
        return sector < 256 || cluster == 0 || record is < 256 or > 65_536 || table is <= 0 or > 1L << 40 ? null
            : new(start, cluster, start + (table * cluster), record);
    }
}

/// <param name="Name">Empty for a file's own bytes.</param>
/// <param name="Resident">The bytes, when they stand in the record; otherwise null.</param>
internal sealed record NtfsData(string Name, long Size, IReadOnlyList<Extent> Extents, byte[]? Resident);

/// <summary>A record of the master file table.</summary>
internal sealed record NtfsRecord(bool IsInUse, bool IsFolder, string? Name, IReadOnlyList<NtfsData> Streams)
{
    private const int NameAttribute = 0x30;
    private const int DataAttribute = 0x80;
    private const byte DosNames = 2;

    /// <summary>The file's own bytes.</summary>
    public NtfsData? Data => Streams.FirstOrDefault(stream => stream.Name.Length == 0);

    /// <param name="record">Mended in place: the last bytes of each sector stand elsewhere.</param>
    /// <returns>Null when it is none.</returns>
    public static NtfsRecord? Parse(Span<byte> record, NtfsVolume volume)
    {
        if (!record.StartsWith("FILE"u8) || !Mend(record))
        {
            return null;
        }

        string? name = null;
        var streams = new List<NtfsData>();
        var flags = BinaryPrimitives.ReadUInt16LittleEndian(record[22..]);
        for (int at = BinaryPrimitives.ReadUInt16LittleEndian(record[20..]); at + 24 <= record.Length;)
        {
            var type = BinaryPrimitives.ReadUInt32LittleEndian(record[at..]);
            var length = BinaryPrimitives.ReadUInt32LittleEndian(record[(at + 4)..]);
            if (type == uint.MaxValue || length < 24 || at + length > record.Length)
            {
                break;
            }

            var attribute = record.Slice(at, (int)length);
            if (type == NameAttribute && ResidentOf(attribute) is { Length: >= 66 } value && (name is null || value[65] != DosNames))
            {
                name = Encoding.Unicode.GetString(value[66..Math.Min(value.Length, 66 + (value[64] * 2))]);
            }
            else if (type == DataAttribute)
            {
                streams.Add(Stream(attribute, volume));
            }

            at += (int)length;
        }

        return new((flags & 1) != 0, (flags & 2) != 0, name, streams);
    }

    private static bool Mend(Span<byte> record)
    {
        const int sector = 512;
        int at = BinaryPrimitives.ReadUInt16LittleEndian(record[4..]);
        var count = BinaryPrimitives.ReadUInt16LittleEndian(record[6..]);
        if (at + (count * 2) > record.Length || count - 1 > record.Length / sector)
        {
            return false;
        }

        for (var i = 1; i < count; i++)
        {
            record.Slice(at + (i * 2), 2).CopyTo(record[((i * sector) - 2)..]);
        }

        return true;
    }

    private static ReadOnlySpan<byte> ResidentOf(ReadOnlySpan<byte> attribute)
    {
        var length = BinaryPrimitives.ReadUInt32LittleEndian(attribute[16..]);
        var start = BinaryPrimitives.ReadUInt16LittleEndian(attribute[20..]);
        return attribute[8] != 0 || start + (long)length > attribute.Length ? [] : attribute.Slice(start, (int)length);
    }

    private static NtfsData Stream(ReadOnlySpan<byte> attribute, NtfsVolume volume)
    {
        var (nameLength, nameStart) = (attribute[9] * 2, BinaryPrimitives.ReadUInt16LittleEndian(attribute[10..]));
        var name = nameStart + nameLength <= attribute.Length ? Encoding.Unicode.GetString(attribute.Slice(nameStart, nameLength)) : "";
        if (attribute[8] == 0)
        {
            var bytes = ResidentOf(attribute);
            return new(name, bytes.Length, [], bytes.ToArray());
        }

        return attribute.Length < 64 ? new(name, 0, [], [])
            : new(name, Math.Max(0, BinaryPrimitives.ReadInt64LittleEndian(attribute[48..])), Runs(attribute, volume), null);
    }

    // Each run: how many bytes its length and its distance from the run before have, then both.
    private static List<Extent> Runs(ReadOnlySpan<byte> attribute, NtfsVolume volume)
    {
        var extents = new List<Extent>();
        var cluster = 0L;
        for (int at = BinaryPrimitives.ReadUInt16LittleEndian(attribute[32..]); at < attribute.Length && attribute[at] != 0;)
        {
            var (lengthBytes, distanceBytes) = (attribute[at] & 15, attribute[at] >> 4);
            if (lengthBytes is 0 or > 7 || distanceBytes > 7 || at + 1 + lengthBytes + distanceBytes > attribute.Length)
            {
                break;
            }

            var length = Number(attribute.Slice(at + 1, lengthBytes));
            var distance = Number(attribute.Slice(at + 1 + lengthBytes, distanceBytes));
            cluster += distance;
            if (length is <= 0 or > 1L << 32 || cluster is < 0 or > 1L << 40)
            {
                break;
            }

            // Without a distance nothing is stored: the bytes are zeros.
            extents.Add(new(distanceBytes == 0 ? long.MaxValue : volume.Start + (cluster * volume.ClusterLength),
                length * volume.ClusterLength));
            at += 1 + lengthBytes + distanceBytes;
        }

        return extents;
    }

    private static long Number(ReadOnlySpan<byte> bytes)
    {
        var number = 0L;
        for (var i = bytes.Length - 1; i >= 0; i--)
        {
            number = (number << 8) | bytes[i];
        }

        return bytes.IsEmpty || (bytes[^1] & 0x80) == 0 ? number : number - (1L << (8 * bytes.Length));
    }
}
