using Journal.Log.Frames;

namespace Journal.Log.Verifying;

/// <summary>What is known of the frames of a log, told in their order. It keeps what the report shows, and no frame.</summary>
/// <param name="signed">What was signed.</param>
/// <param name="deleted">What has been deleted of it, and by whom.</param>
/// <param name="missing">Is told the first and the last of frames that no segment holds, though no signed frame says why.</param>
internal sealed class FrameZones(SignedFrames signed, DeletedSegments deleted, Action<long, long> missing)
{
    private readonly List<FrameZone> _zones = [];
    private long _next;

    /// <summary>In the order of the log; the first <see cref="VerifyReport.MaxListed"/> of them.</summary>
    public IReadOnlyList<FrameZone> Zones => _zones;

    /// <summary>Zones that are not listed.</summary>
    public long Omitted { get; private set; }

    /// <summary>Takes frames in that a segment holds, or should hold.</summary>
    /// <param name="first">Behind all that was taken in before.</param>
    /// <param name="count">How many.</param>
    /// <param name="isSound">Whether nothing is wrong with them.</param>
    /// <param name="header">That of the first; null when it cannot be read.</param>
    public void Add(long first, long count, bool isSound, FrameHeader? header)
    {
        FillTo(Math.Min(first, signed.Size));
        if (count <= 0)
        {
            return;
        }

        if (first >= signed.Size)
        {
            // Nobody has signed how many follow: one place is told.
            Append(first, first, isSound ? FrameState.NotYetProven : FrameState.Damaged, header, header);
            return;
        }

        var end = Math.Min(first + count, signed.Size);
        var proven = Math.Min(end, signed.Proven);
        if (first < proven)
        {
            Append(first, proven - 1, isSound ? FrameState.Proven : FrameState.Damaged, isSound ? header : null, isSound ? header : null);
        }

        if (end > Math.Max(first, proven))
        {
            Append(Math.Max(first, proven), end - 1, FrameState.Damaged, null, null);
        }

        _next = end;
    }

    /// <summary>Nothing follows.</summary>
    public void Finish() => FillTo(signed.Size);

    /// <summary>Frames that no segment holds: pruned when a signed frame says so.</summary>
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
