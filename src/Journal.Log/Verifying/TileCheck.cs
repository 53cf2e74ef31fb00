using Durable;
using Journal.Log.Folders;
using Journal.Log.Frames;
using Journal.Log.Tiles;
using Journal.Log.Trees;

namespace Journal.Log.Verifying;

/// <summary>
/// Compares the files of tiles and bundles with proven headers, bundle by bundle. It keeps the last tile of each level.
/// </summary>
/// <param name="folder">The journal.</param>
/// <param name="tiles">Those of the size that the checkpoint covers.</param>
internal sealed class TileCheck(JournalFolder folder, TileReader tiles)
{
    private readonly List<LevelTile> _levels = [];
    private readonly List<Damage> _damages = [];

    /// <param name="bundle">The next one.</param>
    /// <param name="proven">The number of proven frames; later frames of the bundle are not compared.</param>
    /// <returns>The problems of its files.</returns>
    public IEnumerable<Damage> Compare(HeaderBundle bundle, long proven)
    {
        foreach (var damage in CompareEntries(bundle, (int)Math.Min(bundle.Count, proven - bundle.FirstFrame)))
        {
            yield return damage;
        }

        if (proven == tiles.Size)
        {
            for (var i = 0; i < bundle.Count; i++)
            {
                Add(0, bundle.Leaf(i));
            }
        }

        foreach (var damage in Taken())
        {
            yield return damage;
        }
    }

    /// <returns>The problems of the partial tiles.</returns>
    public IEnumerable<Damage> Finish()
    {
        for (var level = 0; level < _levels.Count; level++)
        {
            if (_levels[level].Count > 0)
            {
                CompareTile(level);
            }
        }

        return Taken();
    }

    private List<Damage> Taken()
    {
        List<Damage> taken = [.. _damages];
        _damages.Clear();
        return taken;
    }

    private IEnumerable<Damage> CompareEntries(HeaderBundle bundle, int count)
    {
        var name = TilePath.Of(TilePath.Entries, bundle.Index, TilePath.WidthOf(tiles.Size, 0, bundle.Index));
        var path = Path.Combine(folder.Tiles, name);
        if (tiles.ReadEntries(bundle.Index) is not { } headers)
        {
            yield return new(path, "the bundle is missing or has another length", bundle.FirstFrame);
            yield break;
        }

        // Expects the header that was signed, whatever the newer file contains.
        var olders = OlderThan(name, TilePath.WidthOf(tiles.Size, 0, bundle.Index)).ToList();
        var content = olders.Count > 0 ? bundle.Entries() : [];
        foreach (var older in olders.Where(older => !IsBeginning(older, content)))
        {
            yield return new(older, "the bundle has other entries", bundle.FirstFrame);
        }

        for (var i = 0; i < count; i++)
        {
            if (!headers.AsSpan(i * FrameHeader.Bytes, FrameHeader.Bytes).SequenceEqual(bundle.Raw(i)))
            {
                yield return new(path, $"entry {i} is not the one that was signed", bundle.FirstFrame + i);
            }
        }
    }

    private void Add(int level, ReadOnlySpan<byte> hash)
    {
        if (level == _levels.Count)
        {
            _levels.Add(new());
        }

        var tile = _levels[level];
        hash.CopyTo(tile.Hashes.AsSpan(tile.Count * MerkleTree.HashBytes));
        if (++tile.Count == TilePath.Width)
        {
            CompareTile(level);
            Span<byte> root = stackalloc byte[MerkleTree.HashBytes];
            MerkleTree.RootInPlace(tile.Hashes, root);
            (tile.Index, tile.Count) = (tile.Index + 1, 0);
            Add(level + 1, root);
        }
    }

    private void CompareTile(int level)
    {
        var tile = _levels[level];
        var name = TilePath.Of(TilePath.Row(level), tile.Index, tile.Count);
        var hashes = tile.Hashes.AsMemory(0, tile.Count * MerkleTree.HashBytes);
        if (tiles.ReadTile(level, tile.Index) is not { } read || !read.AsSpan().SequenceEqual(hashes.Span))
        {
            _damages.Add(new(Path.Combine(folder.Tiles, name), "the tile is missing or has other hashes"));
        }

        _damages.AddRange(OlderThan(name, tile.Count).Where(older => !IsBeginning(older, hashes))
            .Select(older => new Damage(older, "the tile has other hashes")));
    }

    /// <summary>Partial files serve smaller checkpoints: they stay until the full one exists.</summary>
    private IEnumerable<string> OlderThan(string name, int width)
    {
        var partial = Path.Combine(folder.Tiles, width == TilePath.Width ? $"{name}{TilePath.PartialEnd}" : Path.GetDirectoryName(name)!);
        return FilesOf(partial).Where(file => int.TryParse(Path.GetFileName(file), out var other) && other < width);
    }

    private static string[] FilesOf(string folder)
    {
        try
        {
            return Directory.GetFiles(folder);
        }
        catch (DirectoryNotFoundException)
        {
            return []; // there are none, or the last has just been deleted
        }
    }

    private static bool IsBeginning(string file, ReadOnlyMemory<byte> content)
    {
        try
        {
            return new FileInfo(file).Length <= content.Length && content.Span.StartsWith(SharedFile.ReadAllBytes(file));
        }
        catch (IOException)
        {
            return true; // it was deleted, and is no longer needed
        }
    }

    /// <summary>The last tile of a level.</summary>
    private sealed class LevelTile
    {
        public long Index { get; set; }

        public int Count { get; set; }

        public byte[] Hashes { get; } = new byte[TilePath.Width * MerkleTree.HashBytes];
    }
}
