using Journal.Log.Folders;
using Journal.Log.Frames;
using Journal.Log.Signing;
using Journal.Log.Tiles;
using Journal.Log.Trees;

namespace Journal.Log.Verifying;

/// <summary>The leaves of the signed tree, from entry bundles, segments, or both together.</summary>
/// <remarks>
/// Only a bundle of 256 headers is in memory at a time, and a hash of each bundle that was read, because a second reading has to give the
/// same. That is an eighth of a byte per frame.
/// </remarks>
internal sealed class SignedFrames
{
    private const int CachedBundles = 8;

    /// <summary>Differs from every leaf; stands for bundles that have changed since they were compared with the signed roots.</summary>
    private static readonly byte[] NoLeaf = new byte[MerkleTree.HashBytes];

    private readonly HeaderBundle?[] _cache = new HeaderBundle?[CachedBundles];
    private readonly JournalFolder _folder;
    private TileReader _tiles;
    private SignedPass _pass = SignedPass.None;
    private SignedPass _ahead = SignedPass.None;
    private BundleReader? _reader;

    private SignedFrames(JournalFolder folder, Checkpoint? checkpoint, TileReader tiles) =>
        (_folder, Checkpoint, _tiles) = (folder, checkpoint, tiles);

    /// <summary>The checkpoint that was read first; null if there is no valid one.</summary>
    public Checkpoint? Checkpoint { get; }

    /// <summary>The frames that the last accepted checkpoint covers.</summary>
    public long Size => _tiles.Size;

    /// <summary>The number of frames whose leaves give a signed root.</summary>
    public long Proven => _pass.Proven;

    /// <summary>
    /// Reads the latest checkpoint and, at once, its partial files, which are deleted when the log grows; if one is already gone, there is
    /// a later checkpoint.
    /// </summary>
    /// <param name="folder">A server may write it at the same time.</param>
    /// <param name="notes">The signed notes.</param>
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

    /// <param name="bundle">A full bundle whose frames are proven.</param>
    public ReadOnlySpan<byte> RootOfBundle(long bundle) => _pass.RootOf(bundle);

    /// <returns>Null for a frame that is not proven.</returns>
    public FrameHeader? HeaderOf(long index) =>
        index >= 0 && index < Proven ? BundleOf(index)?.Header((int)(index % TilePath.Width)) : null;

    /// <summary>
    /// The size at which a different root was signed than that of the frames; null when frames are missing, or everything agrees.
    /// </summary>
    public long? Contradicted => _pass.Contradicted;

    /// <param name="roots">The signed roots; all of their sizes are compared.</param>
    public void Find(SignedRoots roots)
    {
        (_pass, _ahead, _reader) = (SignedPass.None, SignedPass.None, null);
        Array.Clear(_cache);

        // Bundles first: they are small and complete. If they are damaged, the segments have the same headers, and one good copy of each is
        // enough.
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

    /// <summary>Adds what was signed since, provided that everything before is proven.</summary>
    /// <param name="newSize">The number of frames that the new checkpoint covers.</param>
    /// <param name="root">Its root.</param>
    /// <returns>Null when the entries cannot be read; false when they give a different root.</returns>
    public bool? Extend(long newSize, byte[] root)
    {
        var taken = LookAhead(newSize, root);
        if (taken == true)
        {
            (_pass, _reader, _tiles) = (_ahead, null, new(_folder.Tiles, newSize));
        }

        return taken;
    }

    /// <summary>The same, but only <see cref="IsPruned"/> uses it.</summary>
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

    /// <param name="frame">A proven frame.</param>
    /// <param name="end">The frame from which the answer may change: the next segment, or the next deleted one.</param>
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

    /// <summary>Whether a signed frame says that a record of this frame was destroyed.</summary>
    public bool IsRedacted(long frame) => _pass.Redacted.Contains(frame);

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

        // The hashes of an incomplete tree are unknown.
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
            return _pass.Last; // a partial tile: its file may be gone, because the log has grown
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
