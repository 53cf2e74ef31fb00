using System.Buffers.Binary;
using Journal.Log.Durability;
using Journal.Log.Frames;
using Journal.Log.Trees;

namespace Journal.Log.Tiles;

/// <summary>The log's tree as it grows: of each level the last tile, which is not full, is in memory, all others are files.</summary>
/// <param name="folder">The folder of all tiles.</param>
public sealed class TileTree(string folder)
{
    private const int EntryBytes = 2 + FrameHeader.Bytes;
    private readonly List<LastTile> _levels = [];
    private readonly byte[] _entries = new byte[TilePath.Width * EntryBytes];
    private List<string> _partial = [];
    private List<string> _superseded = [];

    public long Size { get; private set; }

    /// <returns>Null when the files are not all there; then the tree has to be built again from the segments.</returns>
    public static TileTree? Load(string folder, long size)
    {
        var tree = new TileTree(folder) { Size = size };
        var files = new TileReader(folder, size);
        for (var level = 0; size >> (8 * level) > 0; level++)
        {
            var tile = tree.Level(level);
            (tile.Index, tile.Count) = (size >> (8 * (level + 1)), (int)((size >> (8 * level)) % TilePath.Width));
            if (tile.Count > 0 && files.ReadTile(level, tile.Index) is not { } hashes)
            {
                return null;
            }
            else if (tile.Count > 0)
            {
                files.ReadTile(level, tile.Index)!.CopyTo(tile.Hashes, 0);
            }
        }

        if (size % TilePath.Width > 0)
        {
            if (files.ReadEntries(size / TilePath.Width) is not { } headers)
            {
                return null;
            }

            for (var i = 0; i < headers.Length / FrameHeader.Bytes; i++)
            {
                tree.PutEntry(i, headers.AsSpan(i * FrameHeader.Bytes, FrameHeader.Bytes));
            }
        }

        return tree;
    }

    /// <summary>Full tiles are written at once; <see cref="WritePartial"/> writes the others.</summary>
    /// <param name="header">The frame's 256 bytes.</param>
    public void Add(ReadOnlySpan<byte> header)
    {
        var place = (int)(Size % TilePath.Width);
        PutEntry(place, header);
        if (place == TilePath.Width - 1)
        {
            WriteFull(TilePath.Entries, Size / TilePath.Width, _entries);
        }

        Span<byte> hash = stackalloc byte[MerkleTree.HashBytes];
        MerkleTree.HashLeaf(header, hash);
        AddHash(0, hash);
        Size++;
    }

    public byte[] Root() => MerkleTree.Root(
        (level, index, hash) =>
        {
            var (tile, rest) = (_levels[level / 8], level % 8);
            var start = (int)((index << rest) - (tile.Index * TilePath.Width)) * MerkleTree.HashBytes;
            MerkleTree.RootInPlace(tile.Hashes.AsSpan(start, MerkleTree.HashBytes << rest).ToArray(), hash);
        },
        Size);

    /// <summary>
    /// Writes the tiles that are not full, for a checkpoint of this size. They are not flushed: a start builds them again. Those of the
    /// checkpoint before the last one are deleted.
    /// </summary>
    public void WritePartial()
    {
        var written = new List<string>();
        foreach (var (level, tile) in _levels.Index())
        {
            if (tile.Count > 0)
            {
                written.Add(Write(TilePath.Of(TilePath.Row(level), tile.Index, tile.Count), tile.Hashes.AsSpan(0, tile.Count * 32)));
            }
        }

        var count = (int)(Size % TilePath.Width);
        if (count > 0)
        {
            written.Add(Write(TilePath.Of(TilePath.Entries, Size / TilePath.Width, count), _entries.AsSpan(0, count * EntryBytes)));
        }

        foreach (var file in _superseded.Except(_partial).Except(written))
        {
            DeletePartial(file);
        }

        (_superseded, _partial) = (_partial, written);
    }

    private static void DeletePartial(string file)
    {
        try
        {
            File.Delete(file);
            var folder = Path.GetDirectoryName(file)!;
            if (!Directory.EnumerateFileSystemEntries(folder).Any())
            {
                Directory.Delete(folder);
            }
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // It is of no use any more, and in nobody's way.
        }
    }

    private void AddHash(int level, ReadOnlySpan<byte> hash)
    {
        var tile = Level(level);
        hash.CopyTo(tile.Hashes.AsSpan(tile.Count * MerkleTree.HashBytes));
        if (++tile.Count == TilePath.Width)
        {
            WriteFull(TilePath.Row(level), tile.Index, tile.Hashes);
            Span<byte> root = stackalloc byte[MerkleTree.HashBytes];
            MerkleTree.RootInPlace(tile.Hashes, root);
            (tile.Index, tile.Count) = (tile.Index + 1, 0);
            AddHash(level + 1, root);
        }
    }

    private LastTile Level(int level)
    {
        while (_levels.Count <= level)
        {
            _levels.Add(new());
        }

        return _levels[level];
    }

    private void PutEntry(int place, ReadOnlySpan<byte> header)
    {
        var entry = _entries.AsSpan(place * EntryBytes, EntryBytes);
        BinaryPrimitives.WriteUInt16BigEndian(entry, FrameHeader.Bytes);
        header.CopyTo(entry[2..]);
    }

    private void WriteFull(string row, long index, ReadOnlySpan<byte> content) =>
        DurableFile.Replace(Path.Combine(folder, TilePath.Of(row, index, TilePath.Width)), content);

    private string Write(string name, ReadOnlySpan<byte> content)
    {
        var path = Path.Combine(folder, name);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllBytes($"{path}.new", content);
        File.Move($"{path}.new", path, overwrite: true);
        return path;
    }

    /// <summary>The last tile of a level.</summary>
    private sealed class LastTile
    {
        public long Index { get; set; }

        public int Count { get; set; }

        public byte[] Hashes { get; } = new byte[TilePath.Width * MerkleTree.HashBytes];
    }
}
