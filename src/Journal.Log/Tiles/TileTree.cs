using System.Buffers.Binary;
using Durable;
using Journal.Log.Frames;
using Journal.Log.Trees;

namespace Journal.Log.Tiles;

/// <summary>
/// The log's tree as it grows: the last, partial tile of each level is in memory; all others are files once <see cref="Write"/> has ended.
/// </summary>
/// <param name="folder">The folder of all tiles.</param>
/// <param name="disk">The disk; null for the machine's own.</param>
public sealed class TileTree(string folder, IDisk? disk = null)
{
    private const int EntryBytes = 2 + FrameHeader.Bytes;
    private const int MaxFull = 128; // 5 MB, in case the tiles are lost and have to be rebuilt from the segments
    private readonly IDisk _disk = disk ?? LocalDisk.Instance;
    private readonly List<(string Path, byte[] Content)> _full = [];
    private readonly List<LastTile> _levels = [];
    private readonly byte[] _entries = new byte[TilePath.Width * EntryBytes];
    private readonly HashSet<string> _tried = [];
    private HashSet<string> _written = [];
    private HashSet<string> _settled = [];

    public long Size { get; private set; }

    /// <returns>Null when files are missing; then the tree has to be rebuilt from the segments.</returns>
    public static TileTree? Load(string folder, long size, IDisk? disk = null)
    {
        var tree = new TileTree(folder, disk) { Size = size };
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

        tree._settled = [.. tree.Partials().Select(file => file.Path)];
        return tree;
    }

    /// <param name="header">The frame's 256 bytes.</param>
    /// <exception cref="IOException">Tiles cannot be written. Nothing has changed: the caller may try again.</exception>
    public void Add(ReadOnlySpan<byte> header)
    {
        if (_full.Count >= MaxFull)
        {
            WriteFull([]);
        }

        var place = (int)(Size % TilePath.Width);
        PutEntry(place, header);
        if (place == TilePath.Width - 1)
        {
            KeepFull(TilePath.Entries, Size / TilePath.Width, _entries);
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

    /// <summary>Makes the tiles durable that a checkpoint of this size needs. No other file changes.</summary>
    /// <exception cref="IOException">Tiles cannot be written; the caller may try again.</exception>
    public void Write()
    {
        var partial = Partials();
        _tried.UnionWith(partial.Select(file => file.Path));
        WriteFull(partial);
        _written = [.. partial.Select(file => file.Path)];
    }

    /// <summary>
    /// The checkpoint of the last <see cref="Write"/> is in place: partial files of attempts that got no checkpoint are deleted. The tiles
    /// of every checkpoint stay until the full ones exist, as C2SP tlog-tiles requires.
    /// </summary>
    public void Settle()
    {
        foreach (var file in _tried.Except(_settled).Except(_written))
        {
            Try(() => _disk.Delete(file));
        }

        _settled = _written;
        _tried.Clear();
    }

    private static void DeletePartialsOf(string full)
    {
        var folder = $"{full}{TilePath.PartialEnd}";
        if (Directory.Exists(folder))
        {
            Try(() => Directory.Delete(folder, recursive: true));
        }
    }

    /// <summary>A deleted file is no longer needed, and harmless if it stays.</summary>
    private static void Try(Action delete)
    {
        try
        {
            delete();
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // Then it stays.
        }
    }

    private void AddHash(int level, ReadOnlySpan<byte> hash)
    {
        var tile = Level(level);
        hash.CopyTo(tile.Hashes.AsSpan(tile.Count * MerkleTree.HashBytes));
        if (++tile.Count == TilePath.Width)
        {
            KeepFull(TilePath.Row(level), tile.Index, tile.Hashes);
            Span<byte> root = stackalloc byte[MerkleTree.HashBytes];
            MerkleTree.RootInPlace(tile.Hashes, root);
            (tile.Index, tile.Count) = (tile.Index + 1, 0);
            AddHash(level + 1, root);
        }
    }

    /// <summary>The partial tiles at this size.</summary>
    private List<(string Path, byte[] Content)> Partials()
    {
        List<(string Path, byte[] Content)> partial =
        [
            .. from level in _levels.Index()
               where level.Item.Count > 0
               select (PathOf(TilePath.Row(level.Index), level.Item.Index, level.Item.Count), level.Item.Hashes[..(level.Item.Count * 32)]),
        ];
        var count = (int)(Size % TilePath.Width);
        if (count > 0)
        {
            partial.Add((PathOf(TilePath.Entries, Size / TilePath.Width, count), _entries[..(count * EntryBytes)]));
        }

        return partial;
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

    /// <summary>Full tiles wait for the next checkpoint, so that a folder is flushed once for all of them.</summary>
    private void KeepFull(string row, long index, ReadOnlySpan<byte> content) =>
        _full.Add((PathOf(row, index, TilePath.Width), content.ToArray()));

    /// <param name="others">Other files that are made durable with them.</param>
    private void WriteFull(IEnumerable<(string Path, byte[] Content)> others)
    {
        _disk.Replace([.. _full, .. others]);
        foreach (var (path, _) in _full)
        {
            DeletePartialsOf(path);
        }

        _full.Clear();
    }

    private string PathOf(string row, long index, int width) => Path.Combine(folder, TilePath.Of(row, index, width));

    /// <summary>The last tile of a level.</summary>
    private sealed class LastTile
    {
        public long Index { get; set; }

        public int Count { get; set; }

        public byte[] Hashes { get; } = new byte[TilePath.Width * MerkleTree.HashBytes];
    }
}
