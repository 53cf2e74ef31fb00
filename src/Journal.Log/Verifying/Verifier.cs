using Journal.Log.Folders;
using Journal.Log.Frames;
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
public sealed class Verifier(VerifyRequest request, TimeProvider time)
{
    private readonly Lock _gate = new();
    private readonly List<Damage> _damages = [];
    private readonly SortedDictionary<long, (FrameHeader? Header, FrameState State)> _tail = [];
    private FrameState[] _states = [];
    private SignedFrames _frames = new(request.Folder, 0);
    private long _torn;

    /// <exception cref="InvalidDataException">There is no journal, or no key to verify it against.</exception>
    public VerifyReport Run(CancellationToken cancellationToken)
    {
        var identity = request.Key ?? request.Folder.ReadVerifier();
        var notes = new SignedNotes(request.Folder, identity, _damages);
        var checkpoint = notes.Read();
        _frames = new(request.Folder, checkpoint?.Size ?? 0);
        _states = new FrameState[checkpoint?.Size ?? 0];
        var roots = SignedRoots(notes, checkpoint, identity);
        _frames.Find(roots);
        if (checkpoint is not null && _frames.Proven < checkpoint.Size)
        {
            _damages.Add(new(
                request.Folder.Checkpoint, $"the frames from {_frames.Proven} on do not give the root that was signed", _frames.Proven));
        }

        _damages.AddRange(_frames.CheckTiles());
        CheckAge(checkpoint);
        var places = request.Folder.ListSegments();
        var parallel = new ParallelOptions { CancellationToken = cancellationToken, MaxDegreeOfParallelism = Environment.ProcessorCount };
        Parallel.For(0, places.Count, parallel, index => Check(
            places[index], index + 1 < places.Count ? places[index + 1].FirstFrame : null));
        CheckMissing(checkpoint);
        return new(
            identity.Name, request.Key is null, checkpoint?.Size,
            request.Anchors.Count == 0 ? null : request.Anchors.Max(anchor => anchor.Checkpoint.Size),
            Zones(), [.. _damages.OrderBy(damage => damage.Frame ?? -1).ThenBy(damage => damage.Where, StringComparer.Ordinal)], _torn);
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
                _damages.Add(new(anchor.Where, "the anchor is not signed by this log"));
                continue;
            }

            Add(anchor.Checkpoint.Size, anchor.Checkpoint.Root, anchor.Where);
        }

        return roots;

        void Add(long size, byte[] root, string where)
        {
            if (size > checkpoint.Size)
            {
                _damages.Add(new(where, $"it was signed for {size} frames, and the checkpoint covers {checkpoint.Size}", checkpoint.Size));
            }
            else if (!roots.TryAdd(size, root) && !roots[size].AsSpan().SequenceEqual(root))
            {
                _damages.Add(new(where, "two roots were signed for one size", size));
            }
        }
    }

    private void CheckAge(Checkpoint? checkpoint)
    {
        if (request.MaxAge is { } limit && checkpoint is not null && _frames.Proven == checkpoint.Size && checkpoint.Size > 0
            && time.GetUtcNow() - Clock.Instant(_frames.ClosedAt(checkpoint.Size - 1)) is var age && age > limit)
        {
            _damages.Add(new(request.Folder.Checkpoint, $"it is {age:d\\.hh\\:mm\\:ss} old"));
        }
    }

    private void Check(SegmentPlace place, long? end)
    {
        SegmentKeys? keys = null;
        try
        {
            using var reader = SegmentReader.Open(place.Path);
            if (reader.Header.FirstFrame != place.FirstFrame)
            {
                Report(new(place.Path, $"its header begins at frame {reader.Header.FirstFrame}", place.FirstFrame));
            }

            if (request.Reader is { } key)
            {
                keys = key.Open(reader.Header.Secrets, reader.Header.Random);
                if (keys is null || !SegmentHeader.IsAuthentic(reader.RawHeader, keys))
                {
                    var problem = keys is null ? "the segment cannot be read with this key" : "its header is not authentic";
                    Report(new(place.Path, problem, place.FirstFrame));
                    keys?.Dispose();
                    keys = null;
                }
            }

            var opener = keys is null ? null : new FrameOpener();
            foreach (var found in new SegmentWalk(reader, place.FirstFrame, end, _frames.LeafOf).Frames())
            {
                Take(place, opener is null ? found : Open(found, opener, keys!));
            }
        }
        catch (Exception exception) when (exception is InvalidDataException or IOException or UnauthorizedAccessException)
        {
            // The last segment may just be made: it holds no frame that anything covers.
            if (end is not null || _frames.LeafOf(place.FirstFrame) is not null)
            {
                Report(new(place.Path, exception.Message, place.FirstFrame));
            }
        }
        finally
        {
            keys?.Dispose();
        }
    }

    private static FoundFrame Open(FoundFrame found, FrameOpener opener, SegmentKeys keys)
    {
        if (found.Header is null || found.Problem is not null)
        {
            return found;
        }

        try
        {
            opener.Open(found.Header, found.Raw.Span, found.Stored.Span, keys);
            return found;
        }
        catch (InvalidDataException exception)
        {
            return found with { Problem = exception.Message };
        }
    }

    private void Take(SegmentPlace place, FoundFrame found)
    {
        lock (_gate)
        {
            if (found.IsTorn)
            {
                _torn += Math.Max(0, new FileInfo(place.Path).Length - found.Offset);
                return;
            }

            if (found.Problem is { } problem)
            {
                _damages.Add(new($"{place.Path} at byte {found.Offset}", problem, found.Index));
            }

            var state = found.Problem is null ? FrameState.Proven : FrameState.Damaged;
            for (var index = found.Index; index < found.Index + found.Count; index++)
            {
                if (index < _states.Length)
                {
                    _states[index] = index < _frames.Proven ? state : FrameState.Damaged;
                }
                else if (index < found.Index + 1)
                {
                    _tail[index] = (found.Header, found.Problem is null ? FrameState.NotYetProven : FrameState.Damaged);
                }
            }
        }
    }

    private void Report(Damage damage)
    {
        lock (_gate)
        {
            _damages.Add(damage);
        }
    }

    /// <summary>Frames that no segment holds: pruned when a signed frame says so.</summary>
    private void CheckMissing(Checkpoint? checkpoint)
    {
        foreach (var first in _frames.Pruned)
        {
            var start = _frames.SegmentStarts.BinarySearch(first);
            if (start < 0)
            {
                continue;
            }

            var end = start + 1 < _frames.SegmentStarts.Count ? _frames.SegmentStarts[start + 1] : _frames.Proven;
            for (var index = first; index < end; index++)
            {
                _states[index] = _states[index] == FrameState.Missing ? FrameState.Pruned : _states[index];
            }
        }

        for (var index = 0L; index < (checkpoint is null ? 0 : _frames.Proven); index++)
        {
            if (_states[index] == FrameState.Missing)
            {
                var last = index;
                while (last + 1 < _frames.Proven && _states[last + 1] == FrameState.Missing)
                {
                    last++;
                }

                _damages.Add(new(request.Folder.Segments, $"frames {index} to {last} are missing", index));
                index = last;
            }
        }
    }

    private List<FrameZone> Zones()
    {
        var zones = new List<FrameZone>();
        for (var index = 0L; index < _states.Length; index++)
        {
            var known = index < _frames.Proven;
            Add(index, known || _states[index] != FrameState.Missing ? _states[index] : FrameState.Damaged,
                known ? _frames.FirstSequence(index) : null,
                known ? _frames.NextSequence(index) : null, known ? _frames.ClosedAt(index) : null);
        }

        foreach (var (index, (header, state)) in _tail)
        {
            Add(index, state, header?.FirstSequence, header?.NextSequence, header?.ClosedAt);
        }

        return zones;

        void Add(long index, FrameState state, long? first, long? next, long? closedAt)
        {
            if (zones.Count > 0 && zones[^1] is var last && last.State == state && last.LastFrame == index - 1)
            {
                zones[^1] = last with { LastFrame = index, NextSequence = next, ClosedAt = closedAt };
            }
            else
            {
                zones.Add(new(state, index, index, first, next, closedAt));
            }
        }
    }
}
