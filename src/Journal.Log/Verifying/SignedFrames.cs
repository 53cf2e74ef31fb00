using Journal.Log.Folders;
using Journal.Log.Frames;
using Journal.Log.Signing;
using Journal.Log.Tiles;
using Journal.Log.Trees;

namespace Journal.Log.Verifying;

/// <summary>The leaves of the tree that was signed, found in entry bundles, in segments, or in both together.</summary>
/// <remarks>
/// A bundle of 256 headers at a time is in memory, and a hash of each that has been read: what is read again has to be the same. That is an
/// eighth of a byte a frame.
/// </remarks>
internal sealed class SignedFrames
{
    private const int CachedBundles = 8;

    /// <summary>Differs from every leaf: of bundles that have changed since they were compared with what was signed.</summary>
    private static readonly byte[] NoLeaf = new byte[MerkleTree.HashBytes];

    private readonly HeaderBundle?[] _cache = new HeaderBundle?[CachedBundles];
    private readonly JournalFolder _folder;
    private TileReader _tiles;
    private SignedPass _pass = SignedPass.None;
    private SignedPass _ahead = SignedPass.None;
    private BundleReader? _reader;

    private SignedFrames(JournalFolder folder, Checkpoint? checkpoint, TileReader tiles) =>
        (_folder, Checkpoint, _tiles) = (folder, checkpoint, tiles);

    /// <summary>The one that was read first; null when there is none that counts.</summary>
    public Checkpoint? Checkpoint { get; }

    /// <summary>Frames that the last checkpoint covers that was taken in.</summary>
    public long Size => _tiles.Size;

    /// <summary>Frames whose leaves give a root that was signed.</summary>
    public long Proven => _pass.Proven;

    /// <summary>
    /// Reads the latest checkpoint, and at once those of its files that are deleted when the log has grown: when one is gone already, a
    /// later checkpoint is there.
    /// </summary>
    /// <param name="folder">A server may write it at the same time.</param>
    /// <param name="notes">What it has signed.</param>
    public static SignedFrames Read(JournalFolder folder, SignedNotes notes)
    {
        var checkpoint = notes.Read();
        while (true)
        {
            var tiles = new TileReader(folder.Tiles, checkpoint?.Size ?? 0);
            if (tiles.Hold() || notes.Read() is not { } next || next.Size <= tiles.Size)
            {
                return new(folder, checkpoint, tiles);
            }

            checkpoint = next;
        }
    }

    /// <returns>Null for a frame that is not proven.</returns>
    public byte[]? LeafOf(long index) =>
        index < 0 || index >= Proven ? null
        : BundleOf(index) is { } bundle ? bundle.Leaf((int)(index % TilePath.Width)).ToArray()
        : NoLeaf;

    /// <param name="bundle">A full one whose frames are proven.</param>
    public ReadOnlySpan<byte> RootOfBundle(long bundle) => _pass.RootOf(bundle);

    /// <returns>Null for a frame that is not proven.</returns>
    public FrameHeader? HeaderOf(long index) =>
        index >= 0 && index < Proven ? BundleOf(index)?.Header((int)(index % TilePath.Width)) : null;

    /// <summary>The size at which another root was signed than that of the frames; null when frames are missing, or all is well.</summary>
    public long? Contradicted => _pass.Contradicted;

    /// <param name="roots">Those that were signed; all of their sizes are looked at.</param>
    public void Find(SignedRoots roots)
    {
        (_pass, _ahead, _reader) = (SignedPass.None, SignedPass.None, null);
        Array.Clear(_cache);

        // Bundles first: they are small and whole. Where they are damaged the segments say the same, and one good copy of each is enough.
        foreach (var choice in Enum.GetValues<HeaderChoice>())
        {
            var pass = SignedPass.Run(new(_folder, _tiles, choice), Size, roots);
            _pass = _ahead = pass.Proven >= _pass.Proven ? pass : _pass;
            if (Proven == Size)
            {
                return;
            }
        }
    }

    /// <summary>Takes in what has been signed since, when all was proven before.</summary>
    /// <param name="newSize">Frames that the new checkpoint covers.</param>
    /// <param name="root">Its root.</param>
    /// <returns>Null when the entries cannot be read; false when they give another root.</returns>
    public bool? Extend(long newSize, byte[] root)
    {
        var taken = LookAhead(newSize, root);
        if (taken == true)
        {
            (_pass, _reader, _tiles) = (_ahead, null, new(_folder.Tiles, newSize));
        }

        return taken;
    }

    /// <summary>The same, but only <see cref="IsPruned"/> learns of it.</summary>
    public bool? LookAhead(long newSize, byte[] root)
    {
        if (_ahead.Extend(new(_folder, new(_folder.Tiles, newSize), HeaderChoice.EntriesOnly), newSize) is not { } extended)
        {
            return null;
        }

        var isSigned = extended.Root().AsSpan().SequenceEqual(root);
        _ahead = isSigned ? extended : _ahead;
        return isSigned;
    }

    /// <param name="frame">One that is proven.</param>
    /// <param name="end">Where this may change: the next segment, or the next one that was deleted.</param>
    /// <returns>Whether a signed frame says that retention deleted its segment.</returns>
    public bool IsPruned(long frame, out long end)
    {
        var (starts, pruned) = (_ahead.SegmentStarts, _ahead.Pruned);
        var at = starts.BinarySearch(frame);
        var segment = at >= 0 ? at : ~at - 1;
        var isPruned = segment >= 0 && pruned.Contains(starts[segment]);
        end = !isPruned ? pruned.Where(first => first > frame && starts.BinarySearch(first) >= 0).DefaultIfEmpty(_ahead.Proven).Min()
            : segment + 1 < starts.Count ? starts[segment + 1]
            : _ahead.Proven;
        return isPruned;
    }

    /// <summary>Compares the files of tiles and bundles with the leaves.</summary>
    public IEnumerable<Damage> CheckTiles()
    {
        var check = new TileCheck(_folder, _tiles);
        for (var index = 0L; index * TilePath.Width < Proven; index++)
        {
            if (BundleOf(index * TilePath.Width) is not { } bundle)
            {
                yield return new(_folder.Tiles, "the entries have changed while they were verified", index * TilePath.Width);
                yield break;
            }

            foreach (var damage in check.Compare(bundle, Proven))
            {
                yield return damage;
            }
        }

        // Hashes of a tree that is not whole are not known.
        foreach (var damage in Proven == Size ? check.Finish() : [])
        {
            yield return damage;
        }
    }

    private HeaderBundle? BundleOf(long frame)
    {
        var index = frame / TilePath.Width;
        if (_pass.Last.Index == index)
        {
            return _pass.Last; // a partial one: its file may be gone when the log has grown
        }

        var bundle = _cache[index % CachedBundles] ??= new();
        if (bundle.Index != index)
        {
            _reader ??= new(_folder, _tiles, _pass.Choice);
            _reader.Read(index, bundle);
            if (bundle.Count != TilePath.Width || !bundle.Root().AsSpan().SequenceEqual(_pass.RootOf(index)))
            {
                bundle.Clear(-1);
                return null;
            }
        }

        return bundle;
    }
}
