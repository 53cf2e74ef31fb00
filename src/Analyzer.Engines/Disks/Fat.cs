using System.Buffers.Binary;
using System.Text;
using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Disks;

/// <summary>
/// The file system of diskettes and sticks (Microsoft, "FAT: General Overview of On-Disk Format"), at the start or in the first partition.
/// </summary>
internal sealed class Fat : IFileSystem
{
    private const int EntryLength = 32;
    private const int MaxFolders = 4096;
    private const int FolderFlag = 0x10;
    private const int LabelFlag = 0x08;
    private const int LongName = 0x0F;

    public string Name => "FAT";

    public bool Fits(Disk disk, long start) => FatVolume.At(disk, start) is not null;

    public void Read(Disk disk, long start, IDiskSink sink)
    {
        var volume = FatVolume.At(disk, start)!;
        var open = new Stack<(List<Extent> Extents, string Path)>();
        open.Push((volume.Root(disk), ""));
        var seen = new HashSet<long>();
        while (open.TryPop(out var folder))
        {
            if (folder.Extents.Count == 0 || !seen.Add(folder.Extents[0].Offset))
            {
                continue;
            }

            if (seen.Count > MaxFolders)
            {
                sink.Miss(Gap.TooManyParts, folder.Extents[0].Offset);
                return;
            }

            ReadFolder(disk, volume, folder.Extents, folder.Path, open, sink);
        }
    }

    private static void ReadFolder(
        Disk disk, FatVolume volume, List<Extent> extents, string path, Stack<(List<Extent> Extents, string Path)> open, IDiskSink sink)
    {
        var longName = "";
        var entry = new byte[EntryLength];
        foreach (var (offset, length) in extents)
        {
            for (var at = 0L; at + EntryLength <= length; at += EntryLength)
            {
                if (!disk.TryRead(offset + at, entry))
                {
                    sink.Miss(Gap.TooLarge, offset + at);
                    return;
                }

                if (entry[0] == 0)
                {
                    return;
                }

                if (entry[11] == LongName)
                {
                    longName = Piece(entry) + ((entry[0] & 0x40) != 0 ? "" : longName);
                    continue;
                }

                // A deleted file's first letter is lost; its data may be others' by now.
                if (entry[0] != 0xE5 && (entry[11] & LabelFlag) == 0 && entry[0] != (byte)'.')
                {
                    ReadEntry(disk, volume, entry, path + (longName.Length > 0 ? longName : ShortName(entry)), offset + at, open, sink);
                }

                longName = "";
            }
        }
    }

    private static void ReadEntry(
        Disk disk, FatVolume volume, ReadOnlySpan<byte> entry, string name, long offset, Stack<(List<Extent> Extents, string Path)> open,
            IDiskSink sink)
    {
        var start = ((uint)BinaryPrimitives.ReadUInt16LittleEndian(entry[20..]) << 16) | BinaryPrimitives.ReadUInt16LittleEndian(
            entry[26..]);
        if ((entry[11] & FolderFlag) != 0)
        {
            open.Push((volume.Chain(disk, start, long.MaxValue), $"{name}/"));
            return;
        }

        var size = BinaryPrimitives.ReadUInt32LittleEndian(entry[28..]);
        var chain = volume.Chain(disk, start, size);
        sink.File(name, chain.Count > 0 ? chain[0].Offset : offset, size, chain);
    }

    private static string Piece(ReadOnlySpan<byte> entry)
    {
        Span<byte> letters = stackalloc byte[26];
        entry.Slice(1, 10).CopyTo(letters);
        entry.Slice(14, 12).CopyTo(letters[10..]);
        entry.Slice(28, 4).CopyTo(letters[22..]);
        var text = Encoding.Unicode.GetString(letters);
        return text.Split('\0', '\uFFFF')[0];
    }

    private static string ShortName(ReadOnlySpan<byte> entry)
    {
        var (name, ending) = (PlainText.Decode(entry[..8]).TrimEnd(), PlainText.Decode(entry.Slice(8, 3)).TrimEnd());
        return ending.Length > 0 ? $"{name}.{ending}" : name;
    }
}
