using System.Security.Cryptography;
using Journal.Log.Frames;
using Journal.Log.Segments;
using Journal.Log.Trees;

namespace Journal.Log.Reading;

/// <summary>Goes through a segment frame by frame, hashes the stored bytes again, and continues after damage.</summary>
/// <param name="reader">The segment.</param>
/// <param name="first">Its first frame.</param>
/// <param name="end">The first frame of the next segment; null for the last one.</param>
/// <param name="leafOf">The signed leaf hash of a frame; null for a frame that no checkpoint covers.</param>
public sealed class SegmentWalk(SegmentReader reader, long first, long? end, Func<long, byte[]?> leafOf)
{
    private readonly byte[] _previous = new byte[FrameHeader.Bytes];
    private readonly SegmentScan _scan = new(reader);
    private bool _follows;

    /// <summary>Where it begins, if not at the segment's first frame: at a frame that follows one that was read before.</summary>
    public FrameLocation? From { get; init; }

    /// <summary>It ends before this frame.</summary>
    public long Limit { get; init; } = long.MaxValue;

    /// <summary>The slots for the frames, used in turn.</summary>
    internal FrameSlots Slots { get; init; } = new(1);

    /// <summary>False: the receiver of the frames calls <see cref="FoundFrame.Rehashed"/>, on several threads.</summary>
    internal bool Rehashes { get; init; } = true;

    /// <summary>Whether to read the stored bytes of a frame; false if only its header is needed.</summary>
    internal Func<FrameHeader, bool> ReadsStored { get; init; } = _ => true;

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
                    yield break; // a writer may still finish it: continuing after it would leave it out
                }

                offset += FrameHeader.Bytes + header.StoredBytes;
                expected++;
            }
            else if (header is not null && header.Index < expected && header.Index >= first)
            {
                yield return new(expected, 0, offset, null, default, default, $"frame {header.Index} occurs here again")
                {
                    IsIntruder = true,
                };
                offset += FrameHeader.Bytes + header.StoredBytes;
            }
            else if (_scan.Find(offset, (header, raw) => MayFollow(header, raw, expected)) is { } next)
            {
                if (next == new FrameLocation(expected, offset) && readAgain != offset)
                {
                    readAgain = offset; // it has been written meanwhile
                    continue;
                }

                yield return next.Index == expected
                    ? new(expected, 0, offset, null, default, default, $"{next.Offset - offset} bytes here are not a frame")
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
            // The next segment says where this one ends: what a failed flush left after that never counted.
            yield return Tail(expected, offset, "there are bytes here that the next segment replaces");
        }
    }

    /// <summary>
    /// Bytes after the last whole frame. Nobody writes after the frame that ends a segment, so there they are not an incomplete write.
    /// </summary>
    private FoundFrame Tail(long expected, long offset, string problem)
    {
        var isEnded = _follows && FrameHeader.TryRead(_previous, out _) is { } last && last.Kinds.HasFlag(FrameKinds.LastOfSegment);
        return new(expected, 0, offset, null, default, default, isEnded ? "there are bytes after the segment's last frame" : problem)
        {
            IsTorn = !isEnded,
            IsIntruder = isEnded,
        };
    }

    private static string Lost(FrameHeader? header, string problem) =>
        header is null ? problem : $"frame {header.Index} is in the wrong place";

    private FoundFrame Check(FrameHeader header, long offset, FrameSlot slot)
    {
        var reads = ReadsStored(header);
        var stored = slot.Stored(reads ? header.StoredBytes : 0);
        var leaf = leafOf(header.Index);
        var whole = reads ? reader.ReadStored(offset, stored.Span) : offset + FrameHeader.Bytes + header.StoredBytes <= reader.Length;
        var problem = !whole ? "the file ends within the frame"
            : leaf is not null && !leaf.AsSpan().SequenceEqual(LeafHash(slot.Raw)) ? "the header is not the one that was signed"
            : !header.SegmentId.AsSpan().SequenceEqual(reader.Id) ? "the frame belongs to another segment"
            : leaf is null && _follows && !header.Previous.AsSpan().SequenceEqual(SHA256.HashData(_previous))
                ? "the header does not follow the previous one"
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

    /// <returns>The missing frames at the end of the file; null when there are none.</returns>
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

    /// <summary>Whether to continue at a frame. One that declares an index that was not signed could lead anywhere.</summary>
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

/// <summary>The offset of a frame in the file of its segment.</summary>
public readonly record struct FrameLocation(long Index, long Offset);
