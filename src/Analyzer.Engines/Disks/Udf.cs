using System.Buffers.Binary;
using System.Text;
using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Disks;

/// <summary>The file system of DVDs (ECMA-167, UDF 2.01): volumes of one partition, without metadata partitions.</summary>
internal sealed class Udf : IFileSystem
{
    private const int SectorLength = 2048;
    private const int Anchor = 256;
    private const int MaxDescriptors = 64;
    private const int MaxFolders = 4096;
    private const int MaxFolderBytes = 4 << 20;

    public string Name => "UDF";

    public bool Fits(Disk disk, long start) => start == 0 && TagOf(disk.At(Anchor * SectorLength, SectorLength)) == 2;

    public void Read(Disk disk, long start, IDiskSink sink)
    {
        var anchor = disk.At(Anchor * SectorLength, SectorLength);
        var first = BinaryPrimitives.ReadUInt32LittleEndian(anchor[20..]) * (long)SectorLength;
        long? partition = null;
        long? fileSet = null;
        for (var i = 0; i < MaxDescriptors; i++)
        {
            var descriptor = disk.At(first + (i * SectorLength), SectorLength);
            if (descriptor.Length < SectorLength || TagOf(descriptor) == 8)
            {
                break;
            }

            if (TagOf(descriptor) == 5)
            {
                partition = BinaryPrimitives.ReadUInt32LittleEndian(descriptor[188..]) * (long)SectorLength;
            }
            else if (TagOf(descriptor) == 6)
            {
                fileSet = BinaryPrimitives.ReadUInt32LittleEndian(descriptor[252..]) * (long)SectorLength;
            }
        }

        var set = partition is null || fileSet is null ? [] : disk.At(partition.Value + fileSet.Value, SectorLength);
        if (set.Length < SectorLength || TagOf(set) != 256)
        {
            sink.Miss(Gap.UnknownType, 0); // metadata partitions, or damaged
            return;
        }

        ReadTree(disk, partition!.Value, BinaryPrimitives.ReadUInt32LittleEndian(set[404..]), sink);
    }

    private static int TagOf(ReadOnlySpan<byte> descriptor) => descriptor.Length < 16 ? 0
        : BinaryPrimitives.ReadUInt16LittleEndian(descriptor);

    private static void ReadTree(Disk disk, long partition, uint root, IDiskSink sink)
    {
        var open = new Stack<(uint Block, string Path)>();
        var seen = new HashSet<uint>();
        open.Push((root, ""));
        while (open.TryPop(out var next))
        {
            if (!seen.Add(next.Block))
            {
                continue;
            }

            var offset = partition + (next.Block * (long)SectorLength);
            if (seen.Count > MaxFolders || UdfEntry.Read(disk, partition, offset) is not { } entry)
            {
                sink.Miss(seen.Count > MaxFolders ? Gap.TooManyParts : Gap.TooLarge, offset);
                continue;
            }

            if (!entry.IsFolder)
            {
                Give(entry, next.Path, offset, sink);
                continue;
            }

            foreach (var (block, name) in NamesIn(BytesOf(disk, entry)))
            {
                open.Push((block, next.Path.Length == 0 ? name : $"{next.Path}/{name}"));
            }
        }
    }

    private static void Give(UdfEntry entry, string name, long offset, IDiskSink sink)
    {
        if (entry.Inline is not null)
        {
            sink.File(name, offset, entry.Inline);
        }
        else
        {
            sink.File(name, entry.Extents.Count > 0 ? entry.Extents[0].Offset : offset, entry.Size, entry.Extents);
        }
    }

    private static byte[] BytesOf(Disk disk, UdfEntry entry)
    {
        if (entry.Inline is not null)
        {
            return entry.Inline;
        }

        var bytes = new byte[Math.Min(entry.Size, MaxFolderBytes)];
        var at = 0;
        foreach (var (offset, length) in entry.Extents)
        {
            var taken = (int)Math.Min(length, bytes.Length - at);
            if (taken <= 0 || !disk.TryRead(offset, bytes.AsSpan(at, taken)))
            {
                break;
            }

            at += taken;
        }

        return bytes[..at];
    }

    // ECMA-167, 4/14.4
    private static List<(uint Block, string Name)> NamesIn(byte[] folder)
    {
        var names = new List<(uint Block, string Name)>();
        for (ReadOnlySpan<byte> rest = folder; rest.Length >= 38 && TagOf(rest) == 257;)
        {
            var (flags, nameLength, used) = (rest[18], rest[19], BinaryPrimitives.ReadUInt16LittleEndian(rest[36..]));
            var length = (38 + used + nameLength + 3) / 4 * 4;
            if (38 + used + nameLength > rest.Length)
            {
                break;
            }

            var name = rest.Slice(38 + used, nameLength);
            if ((flags & 0b1100) == 0 && name.Length > 1) // not deleted, not the folder above
            {
                names.Add((BinaryPrimitives.ReadUInt32LittleEndian(rest[24..]),
                    name[0] == 16 ? Encoding.BigEndianUnicode.GetString(name[1..]) : Encoding.Latin1.GetString(name[1..])));
            }

            rest = rest[Math.Min(length, rest.Length)..];
        }

        return names;
    }
}
