using Journal.Log.Folders;
using Journal.Log.Frames;
using Journal.Log.Reading;
using Journal.Log.Recipients;
using Journal.Log.Segments;
using Journal.Log.Signing;
using Journal.Log.Writing;

namespace Journal.Log.Verifying;

/// <summary>
/// Gives every frame a state: proven, not yet proven, pruned or damaged. It hashes the stored bytes again, needs no server, and works while
/// a server writes.
/// </summary>
/// <remarks>
/// It reads the log once to compare it with what was signed, bundle by bundle, and once through the segments, frame by frame. A few frames
/// are in memory at a time, one or two for each thread that hashes and opens them; results come in order.
/// </remarks>
public sealed class Verifier(VerifyRequest request, TimeProvider time)
{
    private readonly List<Damage> _damages = [];
    private readonly FrameSlots _slots = new(InOrder.AheadOf(request.Threads));
    private long _omitted;
    private long _unopened;
    private long _setBacks;
    private long? _firstSetBack;
    private long _torn;

    /// <exception cref="InvalidDataException">There is no journal, or no key to verify it with.</exception>
    public VerifyReport Run(CancellationToken cancellationToken)
    {
        var now = time.GetUtcNow(); // before the checkpoint is read, so that it does not age during the rest
        var identity = request.Key ?? request.Folder.ReadVerifier();
        var notes = new SignedNotes(request.Folder, identity, _damages);
        var frames = SignedFrames.Read(request.Folder, notes);
        FindSigned(frames, notes, identity, cancellationToken);
        foreach (var damage in frames.CheckTiles())
        {
            cancellationToken.ThrowIfCancellationRequested();
            Report(damage);
        }

        CheckAge(frames, now);
        var zones = new FrameZones(frames, new(notes, frames), (first, last) =>
            Report(new(request.Folder.Segments, $"frames {first} to {last} are missing", first)));
        var segments = request.Folder.ListSegments();
        foreach (var (index, segment) in segments.Index())
        {
            Check(segment, index + 1 < segments.Count ? segments[index + 1].FirstFrame : null, frames, zones, cancellationToken);
        }

        zones.Finish();
        return new(
            identity.Name, request.Key is null, frames.Checkpoint?.Size,
            request.Anchors.Count == 0 ? null : request.Anchors.Max(anchor => anchor.Checkpoint.Size), zones.Zones,
            [.. _damages.OrderBy(damage => damage.Frame ?? -1).ThenBy(damage => damage.Where, StringComparer.Ordinal)], _torn)
        {
            OmittedDamages = _omitted,
            OmittedZones = zones.Omitted,
            UnopenedFrames = _unopened,
            ClockSetBacks = _setBacks,
            FirstClockSetBack = _firstSetBack,
        };
    }

    private void FindSigned(SignedFrames frames, SignedNotes notes, VerifierKey identity, CancellationToken cancellationToken)
    {
        if (frames.Checkpoint is not { } checkpoint)
        {
            return;
        }

        var roots = new RootCollector(request.Folder, checkpoint, identity, Report);
        roots.Add(notes.Epochs);
        roots.Add(request.Anchors);
        frames.Find(roots.Signed);
        if (roots.AddContradictions(frames, request.Anchors, cancellationToken))
        {
            frames.Find(roots.Signed);
        }

        if (frames.Proven < frames.Size)
        {
            var where = frames.Contradicted is { } size ? roots.Signed.WhereOf(size) : request.Folder.Checkpoint;
            Report(new(where, $"the frames from {frames.Proven} on do not give the signed root", frames.Proven));
        }
    }

    private void CheckAge(SignedFrames frames, DateTimeOffset now)
    {
        if (request.MaxAge is { } limit && frames.Proven == frames.Size && frames.HeaderOf(frames.Size - 1) is { } last
            && now - Clock.Instant(last.ClosedAt) is var age && age > limit)
        {
            Report(new(request.Folder.Checkpoint, $"it is {age:d\\.hh\\:mm\\:ss} old"));
        }
    }

    private void Check(SegmentFile segment, long? end, SignedFrames frames, FrameZones zones, CancellationToken cancellationToken)
    {
        SegmentKeys? keys = null;
        try
        {
            using var reader = SegmentReader.Open(segment.Path);
            if (reader.Header.FirstFrame != segment.FirstFrame)
            {
                Report(new(segment.Path, $"its header begins at frame {reader.Header.FirstFrame}", segment.FirstFrame));
            }

            keys = request.Reader is { } key ? Open(segment, reader, key) : null;
            var walk = new SegmentWalk(reader, segment.FirstFrame, end, frames.LeafOf) { Slots = _slots, Rehashes = false };
            foreach (var found in InOrder.Run(walk.Frames(), FrameThreads.IsLarge, read => Check(segment, read, keys, frames),
                _slots.Count))
            {
                cancellationToken.ThrowIfCancellationRequested();
                Take(segment, reader, found, zones);
                _unopened += request.Reader is not null && keys is null && found.Header is not null ? 1 : 0;
                if (found is { Header: { } header, Problem: null } && header.Kinds.HasFlag(FrameKinds.ClockSetBack))
                {
                    _setBacks++;
                    _firstSetBack ??= found.Index;
                }
            }
        }
        catch (FileNotFoundException)
        {
            // The segment was deleted after the folder was read: its frames are pruned or missing.
        }
        catch (Exception exception) when (exception is InvalidDataException or IOException or UnauthorizedAccessException)
        {
            // The last segment may just be being created: it holds no frame that a checkpoint covers.
            if (end is not null || frames.LeafOf(segment.FirstFrame) is not null)
            {
                Report(new(segment.Path, exception.Message, segment.FirstFrame));
            }
        }
        finally
        {
            keys?.Dispose();
        }
    }

    private SegmentKeys? Open(SegmentFile segment, SegmentReader reader, ReaderKey key)
    {
        var keys = key.Open(reader.Header.Secrets, reader.Header.Random);
        if (keys is not null && SegmentHeader.IsAuthentic(reader.RawHeader, keys))
        {
            return keys;
        }

        if (keys is not null || key.IsFor(reader.Header.Secrets))
        {
            Report(new(segment.Path, "its header is not authentic", segment.FirstFrame));
            keys?.Dispose();
        }

        return null;
    }

    /// <summary>Hashes a frame and, with keys, opens it; several at once, each in its own slot.</summary>
    private static FoundFrame Check(SegmentFile segment, FoundFrame read, SegmentKeys? keys, SignedFrames frames)
    {
        var found = read.Rehashed();
        if (found is { Problem: not null, Header: not null } && read.Problem is null && frames.IsRedacted(read.Index))
        {
            return Redactions.Check(segment, read, keys);
        }

        if (keys is null || found is not { Header: { } header, Problem: null, Slot: { } slot })
        {
            return found;
        }

        try
        {
            slot.Opener.Open(header, found.Raw.Span, found.Stored.Span, keys);
            return found;
        }
        catch (InvalidDataException exception)
        {
            return found with { Problem = exception.Message };
        }
    }

    private void Take(SegmentFile segment, SegmentReader reader, FoundFrame found, FrameZones zones)
    {
        if (found.IsTorn)
        {
            _torn += Math.Max(0, reader.Length - found.Offset);
            return;
        }

        zones.Add(found.Index, found.Count, found.Problem is null, found.Header, found.IsRedacted);
        if (found.Problem is { } problem)
        {
            Report(new($"{segment.Path} at byte {found.Offset}", problem, found.Index));
        }
    }

    private void Report(Damage damage)
    {
        if (_damages.Count < VerifyReport.MaxListed)
        {
            _damages.Add(damage);
        }
        else
        {
            _omitted++;
        }
    }
}
