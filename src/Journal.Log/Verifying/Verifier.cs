using Journal.Log.Folders;
using Journal.Log.Reading;
using Journal.Log.Recipients;
using Journal.Log.Segments;
using Journal.Log.Signing;
using Journal.Log.Writing;

namespace Journal.Log.Verifying;

/// <summary>
/// Says of every frame whether it is proven, not yet proven, pruned or damaged. It re-hashes what is stored, needs no server, and works
/// while one writes.
/// </summary>
/// <remarks>
/// It goes through the log once to compare what was signed, bundle by bundle, and once through the segments, frame by frame. Some frames
/// are in memory at a time, one or two for each thread that hashes and opens them; results come in order.
/// </remarks>
public sealed class Verifier(VerifyRequest request, TimeProvider time)
{
    private readonly List<Damage> _damages = [];
    private readonly FrameSlots _slots = new(InOrder.AheadOf(request.Threads));
    private long _omitted;
    private long _torn;

    /// <exception cref="InvalidDataException">There is no journal, or no key to verify it against.</exception>
    public VerifyReport Run(CancellationToken cancellationToken)
    {
        var now = time.GetUtcNow(); // before the checkpoint is read, which does not age while all the rest is
        var identity = request.Key ?? request.Folder.ReadVerifier();
        var notes = new SignedNotes(request.Folder, identity, _damages);
        var frames = SignedFrames.Read(request.Folder, notes);
        frames.Find(SignedRoots(notes, frames.Checkpoint, identity));
        if (frames.Proven < frames.Size)
        {
            Report(new(
                request.Folder.Checkpoint, $"the frames from {frames.Proven} on do not give the root that was signed", frames.Proven));
        }

        foreach (var damage in frames.CheckTiles())
        {
            cancellationToken.ThrowIfCancellationRequested();
            Report(damage);
        }

        CheckAge(frames, now);
        var zones = new FrameZones(frames, new(notes, frames), (first, last) =>
            Report(new(request.Folder.Segments, $"frames {first} to {last} are missing", first)));
        var places = request.Folder.ListSegments();
        foreach (var (index, place) in places.Index())
        {
            Check(place, index + 1 < places.Count ? places[index + 1].FirstFrame : null, frames, zones, cancellationToken);
        }

        zones.Finish();
        return new(
            identity.Name, request.Key is null, frames.Checkpoint?.Size,
            request.Anchors.Count == 0 ? null : request.Anchors.Max(anchor => anchor.Checkpoint.Size), zones.Zones,
            [.. _damages.OrderBy(damage => damage.Frame ?? -1).ThenBy(damage => damage.Where, StringComparer.Ordinal)], _torn)
        {
            OmittedDamages = _omitted,
            OmittedZones = zones.Omitted,
        };
    }

    /// <summary>Every root that somebody has signed for a size has to be this tree's.</summary>
    private Dictionary<long, byte[]> SignedRoots(SignedNotes notes, Checkpoint? checkpoint, VerifierKey identity)
    {
        var roots = new Dictionary<long, byte[]>();
        if (checkpoint is null)
        {
            return roots;
        }

        roots[checkpoint.Size] = checkpoint.Root;
        foreach (var epoch in notes.Epochs)
        {
            Add(epoch.Size, epoch.Root, request.Folder.EpochNote(epoch.Number));
        }

        foreach (var anchor in request.Anchors)
        {
            if (anchor.Checkpoint.Origin != identity.Name || !anchor.Note.IsSignedBy(identity))
            {
                Report(new(anchor.Where, "the anchor is not signed by this log"));
                continue;
            }

            Add(anchor.Checkpoint.Size, anchor.Checkpoint.Root, anchor.Where);
        }

        return roots;

        void Add(long size, byte[] root, string where)
        {
            if (size > checkpoint.Size)
            {
                Report(new(where, $"it was signed for {size} frames, and the checkpoint covers {checkpoint.Size}", checkpoint.Size));
            }
            else if (!roots.TryAdd(size, root) && !roots[size].AsSpan().SequenceEqual(root))
            {
                Report(new(where, "two roots were signed for one size", size));
            }
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

    private void Check(SegmentPlace place, long? end, SignedFrames frames, FrameZones zones, CancellationToken cancellationToken)
    {
        SegmentKeys? keys = null;
        try
        {
            using var reader = SegmentReader.Open(place.Path);
            if (reader.Header.FirstFrame != place.FirstFrame)
            {
                Report(new(place.Path, $"its header begins at frame {reader.Header.FirstFrame}", place.FirstFrame));
            }

            keys = request.Reader is { } key ? Open(place, reader, key) : null;
            var walk = new SegmentWalk(reader, place.FirstFrame, end, frames.LeafOf) { Slots = _slots, Rehashes = false };
            foreach (var found in InOrder.Run(walk.Frames(), FrameThreads.IsLarge, read => Check(read, keys), _slots.Count))
            {
                cancellationToken.ThrowIfCancellationRequested();
                Take(place, reader, found, zones);
            }
        }
        catch (FileNotFoundException)
        {
            // It went after the folder was read: its frames are pruned or missing.
        }
        catch (Exception exception) when (exception is InvalidDataException or IOException or UnauthorizedAccessException)
        {
            // The last segment may just be made: it holds no frame that anything covers.
            if (end is not null || frames.LeafOf(place.FirstFrame) is not null)
            {
                Report(new(place.Path, exception.Message, place.FirstFrame));
            }
        }
        finally
        {
            keys?.Dispose();
        }
    }

    private SegmentKeys? Open(SegmentPlace place, SegmentReader reader, ReaderKey key)
    {
        var keys = key.Open(reader.Header.Secrets, reader.Header.Random);
        if (keys is not null && SegmentHeader.IsAuthentic(reader.RawHeader, keys))
        {
            return keys;
        }

        var problem = keys is null ? "the segment cannot be read with this key" : "its header is not authentic";
        Report(new(place.Path, problem, place.FirstFrame));
        keys?.Dispose();
        return null;
    }

    /// <summary>Hashes and, with keys, opens a frame; several at once, each in a slot of its own.</summary>
    private static FoundFrame Check(FoundFrame read, SegmentKeys? keys)
    {
        var found = read.Rehashed();
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

    private void Take(SegmentPlace place, SegmentReader reader, FoundFrame found, FrameZones zones)
    {
        if (found.IsTorn)
        {
            _torn += Math.Max(0, reader.Length - found.Offset);
            return;
        }

        zones.Add(found.Index, found.Count, found.Problem is null, found.Header);
        if (found.Problem is { } problem)
        {
            Report(new($"{place.Path} at byte {found.Offset}", problem, found.Index));
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
