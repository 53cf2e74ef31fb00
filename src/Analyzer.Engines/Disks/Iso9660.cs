using System.Buffers.Binary;
using System.Text;
using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Disks;

/// <summary>The file system of compact discs (ECMA-119), with the long names of Joliet.</summary>
internal sealed class Iso9660 : IFileSystem
{
    private const int SectorLength = 2048;
    private const int FirstDescriptor = 16 * SectorLength;
    private const int MaxDescriptors = 64;
    private const int RootRecord = 156;
    private const int MaxFolders = 4096;
    private const int FolderFlag = 2;

    public string Name => "ISO 9660";

    public bool Fits(Disk disk, long start) => start == 0 && disk.At(FirstDescriptor + 1, 5).SequenceEqual("CD001"u8);

    public void Read(Disk disk, long start, IDiskSink sink)
    {
        // Long names first: the same file comes again under its short name.
        foreach (var isJoliet in (bool[])[true, false])
        {
            for (var i = 0; i < MaxDescriptors; i++)
            {
                var descriptor = disk.At(FirstDescriptor + (i * SectorLength), SectorLength);
                if (descriptor.Length < SectorLength || !descriptor[1..].StartsWith("CD001"u8) || descriptor[0] == 255)
                {
                    break;
                }

                if (descriptor[0] == (isJoliet ? 2 : 1) && (!isJoliet || descriptor[88..].StartsWith("%/"u8)))
                {
                    ReadTree(disk, descriptor[RootRecord..], isJoliet, sink);
                }
            }
        }
    }

    private static void ReadTree(
        Disk disk, ReadOnlySpan<byte> root, bool isJoliet, IDiskSink sink)
    {
        var open = new Stack<(long Start, long Length, string Path)>();
        var seen = new HashSet<long>();
        open.Push((Start(root), Length(root), ""));
        while (open.TryPop(out var folder))
        {
            if (!seen.Add(folder.Start))
            {
                continue;
            }

            var bytes = disk.At(folder.Start, folder.Length);
            if (seen.Count > MaxFolders || bytes.Length < folder.Length)
            {
                sink.Miss(seen.Count > MaxFolders ? Gap.TooManyParts : Gap.TooLarge, folder.Start);
            }

            for (var at = 0; at < bytes.Length;)
            {
                var length = bytes[at];
                if (length < 34 || at + length > bytes.Length)
                {
                    at = (at / SectorLength * SectorLength) + SectorLength; // records do not go across sectors
                    continue;
                }

                var record = bytes.Slice(at, length);
                at += length;
                ReadRecord(record, folder.Path, isJoliet, open, sink);
            }
        }
    }

    private static void ReadRecord(
        ReadOnlySpan<byte> record, string path, bool isJoliet, Stack<(long Start, long Length, string Path)> open, IDiskSink sink)
    {
        var nameBytes = record.Slice(33, Math.Min(record[32], record.Length - 33));
        if (nameBytes is [0] or [1])
        {
            return; // the folder itself, and the one above
        }

        var name = (isJoliet ? Encoding.BigEndianUnicode.GetString(nameBytes) : PlainText.Decode(nameBytes)).Split(';')[0];
        var (start, length) = (Start(record), Length(record));
        if ((record[25] & FolderFlag) != 0)
        {
            open.Push((start, length, $"{path}{name}/"));
        }
        else
        {
            sink.File(path + name, start, length, [new(start, length)]);
        }
    }

    private static long Start(ReadOnlySpan<byte> record) =>
        (BinaryPrimitives.ReadUInt32LittleEndian(record[2..]) + (long)record[1]) * SectorLength;

    private static long Length(ReadOnlySpan<byte> record) => BinaryPrimitives.ReadUInt32LittleEndian(record[10..]);
}
