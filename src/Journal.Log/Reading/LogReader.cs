using Journal.Log.Folders;
using Journal.Log.Frames;
using Journal.Log.Recipients;
using Journal.Log.Segments;

namespace Journal.Log.Reading;

/// <summary>Reads a journal's records in order, and reports every gap where some are missing or damaged.</summary>
/// <remarks>
/// Segments that were not sealed for the key are checked like the others, but give no records.
/// Frames are read on the caller's thread, and hashed, decrypted, decompressed and compared with their record trees over several. At most
/// <see cref="Slots"/> of them are in memory.
/// </remarks>
/// <param name="folder">A server may write it at the same time.</param>
/// <param name="key">Opens the segments.</param>
/// <param name="leafOf">The signed leaf hash of a frame; null for a frame that no checkpoint covers.</param>
public sealed class LogReader(JournalFolder folder, ReaderKey key, Func<long, byte[]?> leafOf)
{
    private FrameSlots? _slots;
    private (long Segment, FrameLocation Next) _read;

    /// <summary>One per processor; many more would wait for the reading thread.</summary>
    public static int DefaultThreads => FrameThreads.Default;

    /// <summary>Threads that open frames.</summary>
    public int Threads { get; init; } = DefaultThreads;

    /// <summary>The most frames in memory at once.</summary>
    public int Slots => InOrder.AheadOf(Threads);

    /// <summary>A call for the frame after the last one continues where the last call ended.</summary>
    /// <param name="from">The first frame to read.</param>
    /// <param name="isWanted">Whether to read and open a frame; only the headers of the others are checked.</param>
    /// <param name="limit">The frame after the last one to read.</param>
    /// <param name="work">
    /// The work for each frame with records, on the thread that has opened it; several run at once, each with another <see
    /// cref="ReadFrame.Slot"/>.
    /// </param>
    public IEnumerable<ReadFrame> Read(
        long from, Func<FrameHeader, bool> isWanted, long limit = long.MaxValue, Action<ReadFrame>? work = null)
    {
        var slots = _slots ??= new(Slots);
        var segments = folder.ListSegments();
        var begin = Math.Min(limit, segments.Count > 0 ? segments[0].FirstFrame : from + CountSigned(from));
        if (from < begin)
        {
            yield return Gone(new(from, folder.Segment(from)), from, begin - from);
        }

        foreach (var (index, segment) in segments.Index())
        {
            long? end = index + 1 < segments.Count ? segments[index + 1].FirstFrame : null;
            if (end <= from || segment.FirstFrame >= limit)
            {
                continue;
            }

            if (Open(segment, out var problem, out var cause) is not var (reader, keys))
            {
                var start = Math.Max(segment.FirstFrame, from);
                var count = end is { } next ? Math.Min(next, limit) - start : CountSigned(start);
                yield return cause is FileNotFoundException
                    ? Gone(segment, start, count) // it was deleted after the folder was read
                    : new(segment, new(start, count, 0, null, default, default, problem)
                    {
                        // A crash while the segment was created, or a writer that is creating it.
                        IsTorn = cause is InvalidDataException && end is null && count == 0,
                    }, FrameRecords.None);
                continue;
            }

            using (reader)
            using (keys)
            {
                var resumes = segment.FirstFrame == _read.Segment && _read.Next.Index == from && from > segment.FirstFrame;
                var walk = new SegmentWalk(reader, segment.FirstFrame, end, leafOf)
                {
                    From = resumes ? _read.Next : null,
                    Limit = limit,
                    Slots = slots,
                    Rehashes = false,
                    ReadsStored = isWanted,
                };
                foreach (var frame in InOrder.Run(
                    Wanted(walk, segment, from), FrameThreads.IsLarge, found => Open(segment, found, keys, isWanted, work), Slots))
                {
                    yield return frame;
                }
            }
        }
    }

    private static ReadFrame Gone(SegmentFile segment, long first, long count) =>
        new(segment, new(first, count, 0, null, default, default, "no segment holds them") { IsGone = true }, FrameRecords.None);

    private IEnumerable<FoundFrame> Wanted(SegmentWalk walk, SegmentFile segment, long from)
    {
        foreach (var found in walk.Frames())
        {
            if (found.Header is { } header)
            {
                _read = (segment.FirstFrame, new(found.Index + 1, found.Offset + FrameHeader.Bytes + header.StoredBytes));
            }

            if (found.Index >= from || found.Count > 1)
            {
                yield return found;
            }
        }
    }

    private static ReadFrame Open(
        SegmentFile segment, FoundFrame read, SegmentKeys? keys, Func<FrameHeader, bool> isWanted, Action<ReadFrame>? work)
    {
        if (read.Header is { } own && !isWanted(own))
        {
            return new(segment, read, FrameRecords.None);
        }

        var found = read.Rehashed();
        if (found.Problem is not null && keys is not null && Redactions.TryOpen(segment, read, keys) is { } left)
        {
            work?.Invoke(left);
            return left;
        }

        if (found is not { Problem: null, Header: { Records: > 0 } header, Slot: { } slot })
        {
            return new(segment, found, FrameRecords.None);
        }

        if (keys is null)
        {
            return new(segment, found, FrameRecords.None) { IsForOthers = true };
        }

        try
        {
            var records = slot.Opener.Open(header, found.Raw.Span, found.Stored.Span, keys);
            var frame = new ReadFrame(segment, found, records) { Slot = slot.Number };
            work?.Invoke(frame);
            return frame;
        }
        catch (InvalidDataException exception)
        {
            return new(segment, found with { Problem = exception.Message }, FrameRecords.None);
        }
    }

    /// <param name="segment">The segment.</param>
    /// <param name="problem">Why it does not open.</param>
    /// <param name="cause">The error with its file; null if there is none.</param>
    /// <returns>The segment, and its keys if it was sealed for this reader; null when it does not open.</returns>
    private (SegmentReader Reader, SegmentKeys? Keys)? Open(SegmentFile segment, out string problem, out Exception? cause)
    {
        SegmentReader? reader = null;
        (problem, cause) = ("the segment's header is damaged", null);
        try
        {
            reader = SegmentReader.Open(segment.Path);
            var keys = key.Open(reader.Header.Secrets, reader.Header.Random);
            var isSound = keys is null ? !key.IsFor(reader.Header.Secrets) : SegmentHeader.IsAuthentic(reader.RawHeader, keys);
            if (isSound && reader.Header.FirstFrame == segment.FirstFrame)
            {
                return (reader, keys);
            }

            keys?.Dispose();
        }
        catch (Exception exception) when (exception is InvalidDataException or IOException or UnauthorizedAccessException)
        {
            (problem, cause) = (exception.Message, exception);
        }

        reader?.Dispose();
        return null;
    }

    private long CountSigned(long first)
    {
        var next = first;
        while (leafOf(next) is not null)
        {
            next++;
        }

        return next - first;
    }
}

/// <summary>A frame and its records.</summary>
/// <param name="Records">Empty when the frame is damaged, or was not to be opened. Valid until the next frame is read.</param>
public sealed record ReadFrame(SegmentFile Segment, FoundFrame Found, FrameRecords Records)
{
    /// <summary>Below <see cref="LogReader.Slots"/>; no other frame uses it until the next one is read.</summary>
    public int Slot { get; init; }

    /// <summary>The frame is sound and wanted, but its segment was not sealed for the reader's key.</summary>
    public bool IsForOthers { get; init; }
}
