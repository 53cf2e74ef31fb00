using Journal.Log.Frames;
using Journal.Log.Tiles;
using Journal.Log.Trees;

namespace Journal.Log.Verifying;

/// <summary>The result of hashing all headers of a log, bundle by bundle, and comparing them with the signed roots.</summary>
internal sealed class SignedPass
{
    /// <summary>Nothing is proven.</summary>
    public static readonly SignedPass None = new();

    private readonly List<byte[]> _roots = [];
    private TreeFrontier _frontier = new();
    private byte[]? _segment;

    public HeaderChoice Choice { get; private init; }

    public long Proven { get; private set; }

    /// <summary>The size at which a different root was signed than that of these headers; null when there is none.</summary>
    public long? Contradicted { get; private set; }

    public List<long> SegmentStarts { get; } = [];

    public List<long> Pruned { get; } = [];

    /// <summary>Frames of which a record was destroyed.</summary>
    public List<long> Redacted { get; } = [];

    /// <summary>The last bundle that was read.</summary>
    public HeaderBundle Last { get; } = new();

    /// <param name="reader">Reads the headers.</param>
    /// <param name="size">The number of frames that the checkpoint covers.</param>
    /// <param name="roots">The signed roots.</param>
    public static SignedPass Run(BundleReader reader, long size, SignedRoots roots)
    {
        var pass = new SignedPass { Choice = reader.Choice };
        for (var index = 0L; index * TilePath.Width < size; index++)
        {
            reader.Read(index, pass.Last);
            pass._roots.Add(pass.Last.Root());
            if (!pass.Take(0, roots) || pass.Last.Count < TilePath.WidthOf(size, 0, index))
            {
                break;
            }
        }

        pass.SegmentStarts.RemoveAll(start => start >= pass.Proven);
        pass.Pruned.RemoveAll(first => first >= pass.Proven);
        pass.Redacted.RemoveAll(frame => frame >= pass.Proven);
        return pass;
    }

    public byte[] Root() => _frontier.Root();

    /// <summary>The root over the leaves of a bundle.</summary>
    public ReadOnlySpan<byte> RootOf(long bundle) => _roots[(int)bundle];

    /// <summary>Continues to a larger size; the caller compares <see cref="Root"/> with what was signed.</summary>
    /// <returns>Null when headers are missing or have changed.</returns>
    public SignedPass? Extend(BundleReader reader, long size)
    {
        var pass = new SignedPass { Choice = Choice, _frontier = _frontier.Copy(), _segment = _segment };
        pass._roots.AddRange(_roots.Take((int)(Proven / TilePath.Width)));
        pass.SegmentStarts.AddRange(SegmentStarts);
        pass.Pruned.AddRange(Pruned);
        pass.Redacted.AddRange(Redacted);
        for (var index = Proven / TilePath.Width; index * TilePath.Width < size; index++)
        {
            reader.Read(index, pass.Last);
            var known = (int)Math.Max(0, Proven - pass.Last.FirstFrame);
            if (pass.Last.Count < TilePath.WidthOf(size, 0, index)
                || (known > 0 && !pass.Last.Leaves.StartsWith(Last.Leaves[..(known * MerkleTree.HashBytes)])))
            {
                return null;
            }

            pass._roots.Add(pass.Last.Root());
            pass.Take(known, null);
        }

        pass.Proven = size;
        return pass;
    }

    /// <param name="from">The first new frame of the bundle.</param>
    /// <param name="roots">The signed roots; null if the caller compares.</param>
    /// <returns>Whether all roots agree.</returns>
    private bool Take(int from, SignedRoots? roots)
    {
        for (var place = from; place < Last.Count; place++)
        {
            var (frame, header) = (Last.FirstFrame + place, Last.Header(place));
            _frontier.Add(Last.Leaf(place));
            if (_segment is null || !_segment.AsSpan().SequenceEqual(header.SegmentId))
            {
                _segment = header.SegmentId;
                SegmentStarts.Add(frame);
            }

            if (header.Kinds.HasFlag(FrameKinds.Retention))
            {
                Pruned.Add(header.Detail);
            }

            if (header.Kinds.HasFlag(FrameKinds.Redaction))
            {
                Redacted.Add(header.Detail);
            }

            if (roots?.Of(frame + 1) is { } root)
            {
                if (!root.AsSpan().SequenceEqual(_frontier.Root()))
                {
                    Contradicted = frame + 1;
                    return false;
                }

                Proven = frame + 1;
            }
        }

        return true;
    }
}
