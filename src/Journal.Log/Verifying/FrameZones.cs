using Journal.Log.Frames;

namespace Journal.Log.Verifying;

/// <summary>The states of a log's frames, in order. It keeps what the report shows, and no frames.</summary>
/// <param name="signed">The signed frames.</param>
/// <param name="deleted">The segments that retention deleted.</param>
/// <param name="missing">Gets the first and the last of frames that no segment holds and no signed frame explains.</param>
internal sealed class FrameZones(SignedFrames signed, DeletedSegments deleted, Action<long, long> missing)
{
    private readonly List<FrameZone> _zones = [];
    private long _next;

    /// <summary>The zones in order; at most the first <see cref="VerifyReport.MaxListed"/>.</summary>
    public IReadOnlyList<FrameZone> Zones => _zones;

    /// <summary>Zones that are not listed.</summary>
    public long Omitted { get; private set; }

    /// <summary>Adds frames that a segment holds, or should hold.</summary>
    /// <param name="first">The first frame, after all that were added before.</param>
    /// <param name="count">How many.</param>
    /// <param name="isSound">Whether nothing is wrong with them.</param>
    /// <param name="header">The header of the first frame; null when it cannot be read.</param>
    /// <param name="isRedacted">Whether a record of it was destroyed, which is signed.</param>
    public void Add(long first, long count, bool isSound, FrameHeader? header, bool isRedacted = false)
    {
        FillTo(Math.Min(first, signed.Size));
        if (count <= 0)
        {
            return;
        }

        if (first >= signed.Size)
        {
            // The number of following frames is not signed, so only one place is reported.
            Append(first, first, isSound ? FrameState.NotYetProven : FrameState.Damaged, header, header);
            return;
        }

        var end = Math.Min(first + count, signed.Size);
        var proven = Math.Min(end, signed.Proven);
        if (first < proven)
        {
            Append(first, proven - 1, isRedacted ? FrameState.Redacted : isSound ? FrameState.Proven : FrameState.Damaged, isSound
                ? header : null, isSound ? header : null);
        }

        if (end > Math.Max(first, proven))
        {
            Append(Math.Max(first, proven), end - 1, FrameState.Damaged, null, null);
        }

        _next = end;
    }

    /// <summary>There are no more frames.</summary>
    public void Finish() => FillTo(signed.Size);

    /// <summary>Frames that no segment holds: they count as pruned if a signed frame says so.</summary>
    private void FillTo(long end)
    {
        while (_next < end)
        {
            var next = end;
            var state = _next >= signed.Proven ? FrameState.Damaged
                : deleted.IsPruned(_next, out next) ? FrameState.Pruned
                : FrameState.Missing;
            var last = Math.Min(end, next) - 1;
            Append(_next, last, state, null, null);
            if (state == FrameState.Missing)
            {
                missing(_next, last);
            }

            _next = last + 1;
        }
    }

    private void Append(long first, long last, FrameState state, FrameHeader? firstHeader, FrameHeader? lastHeader)
    {
        lastHeader ??= signed.HeaderOf(last);
        if (_zones.Count > 0 && _zones[^1] is var zone && zone.State == state && zone.LastFrame == first - 1 && Omitted == 0)
        {
            _zones[^1] = zone with { LastFrame = last, NextSequence = lastHeader?.NextSequence, ClosedAt = lastHeader?.ClosedAt };
        }
        else if (_zones.Count == VerifyReport.MaxListed)
        {
            Omitted++;
        }
        else
        {
            firstHeader ??= signed.HeaderOf(first);
            _zones.Add(new(state, first, last, firstHeader?.FirstSequence, lastHeader?.NextSequence, lastHeader?.ClosedAt));
        }
    }
}
