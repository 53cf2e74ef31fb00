using System.Security.Cryptography;
using Journal.Log.Frames;
using Journal.Log.Segments;
using Journal.Log.Trees;

namespace Journal.Log.Reading;

/// <summary>Goes through a segment frame by frame, re-hashes what is stored, and finds its way again behind what is damaged.</summary>
/// <param name="reader">The segment.</param>
/// <param name="first">Its first frame.</param>
/// <param name="end">The first frame of the next segment; null for the last one.</param>
/// <param name="leafOf">The signed leaf hash of a frame; null for a frame that no checkpoint covers.</param>
public sealed class SegmentWalk(SegmentReader reader, long first, long? end, Func<long, byte[]?> leafOf)
{
    private readonly byte[] _previous = new byte[FrameHeader.Bytes];
    private readonly SegmentScan _scan = new(reader);
    private bool _follows;

    /// <summary>Where it begins when not with the segment's first frame: at a frame that follows on one that was read before.</summary>
    public FramePlace? From { get; init; }

    /// <summary>It ends before this frame.</summary>
    public long Limit { get; init; } = long.MaxValue;

    /// <summary>Frames are read into these, in turn.</summary>
    internal FrameSlots Slots { get; init; } = new(1);

    /// <summary>False: <see cref="FoundFrame.Rehashed"/> is called by whoever takes the frames, over several threads.</summary>
    internal bool Rehashes { get; init; } = true;

    /// <summary>Whether a frame's stored bytes are read at all; not when only its header is wanted.</summary>
    internal bool ReadsStored { get; init; } = true;

    public IEnumerable<FoundFrame> Frames()
    {
        var (expected, offset, readAgain) = (From?.Index ?? first, From?.Offset ?? reader.Start, 0L);
        while (expected != end && expected < Limit)
        {
            var slot = Slots.Next;
            var header = reader.ReadHeader(offset, slot.Raw, out var problem);
            if (header is not null && header.Index == expected)
            {
                var found = Check(header, offset, slot);
                slot.Raw.CopyTo(_previous, 0);
                _follows = true;
                Slots.MoveOn();
                yield return Rehashes ? found.Rehashed() : found;
                if (found.IsTorn)
                {
                    yield break; // a writer may finish it meanwhile: to go on behind it would leave it out
                }

                offset += FrameHeader.Bytes + header.StoredBytes;
                expected++;
            }
            else if (header is not null && header.Index < expected && header.Index >= first)
            {
                yield return new(expected, 0, offset, null, default, default, $"frame {header.Index} stands here once more")
                {
                    IsIntruder = true,
                };
                offset += FrameHeader.Bytes + header.StoredBytes;
            }
            else if (_scan.Find(offset, (header, raw) => MayFollow(header, raw, expected)) is { } next)
            {
                if (next == new FramePlace(expected, offset) && readAgain != offset)
                {
                    readAgain = offset; // it has been written meanwhile
                    continue;
                }

                yield return next.Index == expected
                    ? new(expected, 0, offset, null, default, default, $"{next.Offset - offset} bytes stand here that are no frame")
                    {
                        IsIntruder = true,
                    }
                    : new(expected, next.Index - expected, offset, null, default, default, Lost(header, problem));
                (expected, offset, _follows) = (next.Index, next.Offset, false);
            }
            else if (Rest(expected, offset, Lost(header, problem)) is { } rest)
            {
                yield return rest;
                yield break;
            }
            else
            {
                yield break;
            }
        }

        if (expected == end && reader.Length > offset)
        {
            // The next segment says where this one ends: what a failed flush has left there never counted.
            yield return Tail(expected, offset, "bytes stand here that the next segment replaces");
        }
    }

    /// <summary>What stands behind the last whole frame. Behind the one that ends a segment nobody writes: there it is no tear.</summary>
    private FoundFrame Tail(long expected, long offset, string problem)
    {
        var isEnded = _follows && FrameHeader.TryRead(_previous, out _) is { } last && last.Kinds.HasFlag(FrameKinds.LastOfSegment);
        return new(expected, 0, offset, null, default, default, isEnded ? "bytes stand behind the segment's last frame" : problem)
        {
            IsTorn = !isEnded,
            IsIntruder = isEnded,
        };
    }

    private static string Lost(FrameHeader? header, string problem) =>
        header is null ? problem : $"frame {header.Index} stands where it does not belong";

    private FoundFrame Check(FrameHeader header, long offset, FrameSlot slot)
    {
        var stored = slot.Stored(ReadsStored ? header.StoredBytes : 0);
        var leaf = leafOf(header.Index);
        var whole = reader.ReadStored(offset, stored.Span);
        var problem = !whole ? "the file ends within the frame"
            : leaf is not null && !leaf.AsSpan().SequenceEqual(LeafHash(slot.Raw)) ? "the header is not the one that was signed"
            : !header.SegmentId.AsSpan().SequenceEqual(reader.Id) ? "the frame is of another segment"
            : leaf is null && _follows && !header.Previous.AsSpan().SequenceEqual(SHA256.HashData(_previous))
                ? "the header does not follow on the one before"
            : null;
        return new(header.Index, 1, offset, header, slot.Raw, stored, problem)
        {
            IsTorn = !whole && leaf is null && end is null,
            Slot = slot,
        };
    }

    private static byte[] LeafHash(byte[] raw)
    {
        var hash = new byte[MerkleTree.HashBytes];
        MerkleTree.HashLeaf(raw, hash);
        return hash;
    }

    /// <returns>What is missing at the end of the file; null when nothing is.</returns>
    private FoundFrame? Rest(long expected, long offset, string problem)
    {
        var left = reader.Length - offset;
        if (end is { } next)
        {
            return new(expected, next - expected, offset, null, default, default, problem);
        }

        var covered = expected;
        while (leafOf(covered) is not null)
        {
            covered++;
        }

        return covered > expected ? new(expected, covered - expected, offset, null, default, default, problem)
            : left > 0 ? Tail(expected, offset, $"{left} bytes after the last whole frame")
            : null;
    }

    /// <summary>Whether to go on at a frame. One that declares an index that was not signed could lead anywhere.</summary>
    private bool MayFollow(FrameHeader header, ReadOnlySpan<byte> raw, long expected)
    {
        if (header.Index < expected || header.Index >= end || !header.SegmentId.AsSpan().SequenceEqual(reader.Id))
        {
            return false;
        }

        Span<byte> hash = stackalloc byte[MerkleTree.HashBytes];
        MerkleTree.HashLeaf(raw, hash);
        return leafOf(header.Index) is { } leaf
            ? hash.SequenceEqual(leaf)
            : header.Index - expected < FrameHeader.MaxRecords; // beyond the checkpoint nothing is signed
    }
}

/// <summary>Where a frame begins in the file of its segment.</summary>
public readonly record struct FramePlace(long Index, long Offset);
