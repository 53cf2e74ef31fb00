using Journal.Log.Folders;
using Journal.Log.Frames;
using Journal.Log.Tiles;
using Journal.Log.Trees;

namespace Journal.Log.Verifying;

/// <summary>The leaves of the tree that was signed, found in entry bundles, in segments, or in both together.</summary>
/// <remarks>
/// A bundle of 256 headers at a time is in memory, and a hash of each that has been read: what is read again has to be the same. That is an
/// eighth of a byte a frame.
/// </remarks>
/// <param name="folder">The journal.</param>
/// <param name="size">Frames that the checkpoint covers.</param>
internal sealed class SignedFrames(JournalFolder folder, long size)
{
    private const int CachedBundles = 8;

    /// <summary>Differs from every leaf: of bundles that have changed since they were compared with what was signed.</summary>
    private static readonly byte[] NoLeaf = new byte[MerkleTree.HashBytes];

    private readonly HeaderBundle?[] _cache = new HeaderBundle?[CachedBundles];
    private SignedPass _pass = SignedPass.None;
    private BundleReader? _reader;

    /// <summary>Frames whose leaves give a root that was signed.</summary>
    public long Proven => _pass.Proven;

    /// <summary>First frames of segments.</summary>
    public List<long> SegmentStarts => _pass.SegmentStarts;

    /// <summary>First frames of segments that retention deleted, as signed frames say.</summary>
    public List<long> Pruned => _pass.Pruned;

    /// <returns>Null for a frame that is not proven.</returns>
    public byte[]? LeafOf(long index) =>
        index < 0 || index >= Proven ? null
        : BundleOf(index) is { } bundle ? bundle.Leaf((int)(index % TilePath.Width)).ToArray()
        : NoLeaf;

    /// <returns>Null for a frame that is not proven.</returns>
    public FrameHeader? HeaderOf(long index) =>
        index >= 0 && index < Proven ? BundleOf(index)?.Header((int)(index % TilePath.Width)) : null;

    /// <param name="roots">Signed roots by their sizes; all sizes that one of them has are looked at.</param>
    public void Find(IReadOnlyDictionary<long, byte[]> roots)
    {
        // Bundles first: they are small and whole. Where they are damaged the segments say the same, and one good copy of each is enough.
        foreach (var choice in Enum.GetValues<HeaderChoice>())
        {
            var pass = SignedPass.Run(new(folder, size, choice), size, roots);
            _pass = pass.Proven >= _pass.Proven ? pass : _pass;
            if (Proven == size)
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
        if (_pass.Extend(new(folder, newSize, HeaderChoice.EntriesOnly), newSize) is not { } extended)
        {
            return null;
        }

        if (!extended.Root().AsSpan().SequenceEqual(root))
        {
            return false;
        }

        (_pass, _reader, size) = (extended, null, newSize);
        return true;
    }

    /// <summary>Compares the files of tiles and bundles with the leaves.</summary>
    public IEnumerable<Damage> CheckTiles()
    {
        var check = new TileCheck(folder, size);
        for (var index = 0L; index * TilePath.Width < Proven; index++)
        {
            if (BundleOf(index * TilePath.Width) is not { } bundle)
            {
                yield return new(folder.Tiles, "the entries have changed while they were verified", index * TilePath.Width);
                yield break;
            }

            foreach (var damage in check.Compare(bundle, Proven))
            {
                yield return damage;
            }
        }

        // Hashes of a tree that is not whole are not known.
        foreach (var damage in Proven == size ? check.Finish() : [])
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
            _reader ??= new(folder, size, _pass.Choice);
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
