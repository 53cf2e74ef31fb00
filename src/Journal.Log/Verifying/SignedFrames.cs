using Journal.Log.Folders;
using Journal.Log.Frames;
using Journal.Log.Reading;
using Journal.Log.Segments;
using Journal.Log.Tiles;
using Journal.Log.Trees;

namespace Journal.Log.Verifying;

/// <summary>The leaves of the tree that was signed, found in entry bundles, in segments, or in both together.</summary>
/// <param name="folder">The journal.</param>
/// <param name="size">Frames that the checkpoint covers.</param>
internal sealed class SignedFrames(JournalFolder folder, long size)
{
    private readonly byte[] _hashes = new byte[checked(size * MerkleTree.HashBytes)];
    private readonly long[] _nextSequences = new long[size];
    private readonly long[] _closedAt = new long[size];

    /// <summary>Frames whose leaves give a root that was signed.</summary>
    public long Proven { get; private set; }

    /// <summary>First frames of segments.</summary>
    public List<long> SegmentStarts { get; } = [];

    /// <summary>First frames of segments that retention deleted, as signed frames say.</summary>
    public List<long> Pruned { get; } = [];

    public byte[]? LeafOf(long index) =>
        index >= 0 && index < Proven ? _hashes.AsSpan((int)index * MerkleTree.HashBytes, MerkleTree.HashBytes).ToArray() : null;

    public long FirstSequence(long index) => index == 0 ? 0 : _nextSequences[index - 1];

    public long NextSequence(long index) => _nextSequences[index];

    public long ClosedAt(long index) => _closedAt[index];

    /// <param name="roots">Signed roots by their sizes; all sizes that one of them has are looked at.</param>
    public void Find(IReadOnlyDictionary<long, byte[]> roots)
    {
        // Bundles first: they are small and whole. Where they are damaged the segments say the same, and one good copy of each is enough.
        if (TryLeaves(new TileReader(folder.Tiles, size), null, entriesFirst: true, roots))
        {
            return;
        }

        var headers = ReadSegments();
        if (!TryLeaves(new TileReader(folder.Tiles, size), headers, entriesFirst: true, roots))
        {
            TryLeaves(new TileReader(folder.Tiles, size), headers, entriesFirst: false, roots);
        }
    }

    /// <summary>Compares the files of tiles and bundles with the leaves.</summary>
    public IEnumerable<Damage> CheckTiles()
    {
        var tiles = new TileReader(folder.Tiles, size);
        for (var (level, width) = (0, size); width > 0 && Proven == size; level++, width >>= 8)
        {
            for (var index = 0L; index * TilePath.Width < width; index++)
            {
                var count = TilePath.WidthOf(size, level, index);
                var name = TilePath.Of(TilePath.Row(level), index, count);
                if (tiles.ReadTile(level, index) is not { } tile || !tile.AsSpan().SequenceEqual(TileHashes(level, index, count)))
                {
                    yield return new(Path.Combine(folder.Tiles, name), "the tile is missing or has other hashes");
                }

                foreach (var older in OlderThan(name, count).Where(older => !IsBeginning(older, TileHashes(level, index, count))))
                {
                    yield return new(older, "the tile has other hashes");
                }
            }
        }

        var hash = new byte[MerkleTree.HashBytes];
        for (var index = 0L; index * TilePath.Width < Proven; index++)
        {
            var (first, count) = (index * TilePath.Width, TilePath.WidthOf(size, 0, index));
            var path = Path.Combine(folder.Tiles, TilePath.Of(TilePath.Entries, index, count));
            if (tiles.ReadEntries(index) is not { } headers)
            {
                yield return new(path, "the bundle is missing or has another length", first);
                continue;
            }

            var bundle = headers.Chunk(FrameHeader.Bytes).SelectMany(header => (byte[])[1, 0, .. header]).ToArray();
            foreach (var older in OlderThan(TilePath.Of(TilePath.Entries, index, count), count).Where(older => !IsBeginning(older, bundle)))
            {
                yield return new(older, "the bundle has other entries", first);
            }

            for (var i = 0; i < Math.Min(count, Proven - first); i++)
            {
                MerkleTree.HashLeaf(headers.AsSpan(i * FrameHeader.Bytes, FrameHeader.Bytes), hash);
                if (!hash.AsSpan().SequenceEqual(LeafOf(first + i)))
                {
                    yield return new(path, $"entry {i} is not the one that was signed", first + i);
                }
            }
        }
    }

    /// <summary>Files that served smaller checkpoints, and that lie there until they are deleted.</summary>
    private IEnumerable<string> OlderThan(string name, int width)
    {
        var partial = Path.Combine(folder.Tiles, width == TilePath.Width ? $"{name}.p" : Path.GetDirectoryName(name)!);
        return Directory.Exists(partial)
            ? Directory.EnumerateFiles(partial).Where(file => int.TryParse(Path.GetFileName(file), out var other) && other < width)
            : [];
    }

    private static bool IsBeginning(string file, byte[] content)
    {
        try
        {
            return content.AsSpan().StartsWith(File.ReadAllBytes(file));
        }
        catch (IOException)
        {
            return true; // it has been deleted, and is needed no more
        }
    }

    private byte[] TileHashes(int level, long index, int count)
    {
        var (hashes, width) = (new byte[count * MerkleTree.HashBytes], MerkleTree.HashBytes << (8 * level));
        for (var i = 0; i < count; i++)
        {
            var start = checked((int)(((index * TilePath.Width) + i) * width));
            MerkleTree.RootInPlace(
                _hashes.AsSpan(start, width).ToArray(), hashes.AsSpan(i * MerkleTree.HashBytes, MerkleTree.HashBytes));
        }

        return hashes;
    }

    /// <returns>Whether the leaves give the root of all of them.</returns>
    private bool TryLeaves(
        TileReader tiles, Dictionary<long, byte[]>? headers, bool entriesFirst, IReadOnlyDictionary<long, byte[]> roots)
    {
        var frontier = new TreeFrontier();
        var (proven, whole) = (0L, true);
        byte[]? segment = null;
        var (hashes, sequences, times) = (new byte[_hashes.Length], new long[size], new long[size]);
        var (starts, pruned) = (new List<long>(), new List<long>());
        for (var index = 0L; index < size && whole; index++)
        {
            var (raw, header) = Choose(tiles, headers, entriesFirst, index);
            if (raw is null || header is null)
            {
                whole = false;
                break;
            }

            var hash = hashes.AsSpan((int)index * MerkleTree.HashBytes, MerkleTree.HashBytes);
            MerkleTree.HashLeaf(raw, hash);
            frontier.Add(hash);
            (sequences[index], times[index]) = (header.NextSequence, header.ClosedAt);
            if (segment is null || !segment.AsSpan().SequenceEqual(header.SegmentId))
            {
                segment = header.SegmentId;
                starts.Add(index);
            }

            if (header.Kinds.HasFlag(FrameKinds.Retention))
            {
                pruned.Add(header.Detail);
            }

            if (roots.TryGetValue(index + 1, out var root))
            {
                whole = root.AsSpan().SequenceEqual(frontier.Root());
                proven = whole ? index + 1 : proven;
            }
        }

        if (proven < Proven)
        {
            return false; // another choice of leaves has proven more
        }

        Proven = proven;
        hashes.CopyTo(_hashes, 0);
        sequences.CopyTo(_nextSequences, 0);
        times.CopyTo(_closedAt, 0);
        SegmentStarts.Clear();
        SegmentStarts.AddRange(starts.Where(start => start < proven));
        Pruned.Clear();
        Pruned.AddRange(pruned.Where(first => first < proven));
        return proven == size;
    }

    private static (byte[]? Raw, FrameHeader? Header) Choose(
        TileReader tiles, Dictionary<long, byte[]>? headers, bool entriesFirst, long index)
    {
        var entries = tiles.ReadEntries(index / TilePath.Width);
        var place = (int)(index % TilePath.Width) * FrameHeader.Bytes;
        var entry = entries is not null && place < entries.Length ? entries[place..(place + FrameHeader.Bytes)] : null;
        var other = headers?.GetValueOrDefault(index);
        foreach (var raw in entriesFirst ? [entry, other] : (byte[]?[])[other, entry])
        {
            if (raw is not null && FrameHeader.TryRead(raw, out _) is { } header && header.Index == index)
            {
                return (raw, header);
            }
        }

        return (null, null);
    }

    private Dictionary<long, byte[]> ReadSegments()
    {
        var headers = new Dictionary<long, byte[]>();
        var places = folder.ListSegments();
        foreach (var (index, place) in places.Index())
        {
            try
            {
                using var reader = SegmentReader.Open(place.Path);
                var end = index + 1 < places.Count ? places[index + 1].FirstFrame : (long?)null;
                foreach (var found in new SegmentWalk(reader, place.FirstFrame, end, _ => null).Frames())
                {
                    if (found.Header is not null && found.Index < size)
                    {
                        headers.TryAdd(found.Index, found.Raw.ToArray());
                    }
                }
            }
            catch (Exception exception) when (exception is InvalidDataException or IOException or UnauthorizedAccessException)
            {
                // Verifying the segments names it.
            }
        }

        return headers;
    }
}
