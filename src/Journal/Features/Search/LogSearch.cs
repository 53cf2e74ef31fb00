using Journal.Features.Replay;
using Journal.Log.Folders;
using Journal.Log.Indexing;
using Journal.Log.Proofs;
using Journal.Log.Reading;
using Journal.Log.Recipients;
using Journal.Log.Segments;
using Journal.Log.Signing;

namespace Journal.Features.Search;

/// <summary>
/// Finds records, the newest first. Bounds and indexes leave frames unread; every record that is found was read from its frame, whose
/// record tree was compared with its header, and whose header was looked up in the signed tree.
/// </summary>
/// <param name="folder">A server may write it at the same time.</param>
/// <param name="key">Opens the segments.</param>
/// <param name="log">The log's identity, from elsewhere; null when the folder has to vouch for itself.</param>
/// <param name="indexes">The folder of the indexes.</param>
/// <param name="say">Takes a sentence about what could not be read.</param>
internal sealed class LogSearch(JournalFolder folder, ReaderKey key, VerifierKey? log, string indexes, Action<string> say)
{
    private readonly IndexFolder _indexes = new(indexes, folder.Disk);
    private readonly FrameInclusion _inclusion = new(folder, log);
    private IndexKeys? _keys;
    private long _signed;
    private long _withoutSeverity;

    public int Threads { get; init; } = LogReader.DefaultThreads;

    /// <summary>Frames that were opened.</summary>
    public long FramesRead { get; private set; }

    /// <summary>Frames that were left out by bounds or an index.</summary>
    public long FramesLeftOut { get; private set; }

    public long SegmentsLeftOut { get; private set; }

    /// <summary>Segments that were not sealed for the key.</summary>
    public long SegmentsForOthers { get; private set; }

    public long SegmentsOpened { get; private set; }

    /// <summary>Places that are damaged.</summary>
    public long Damaged { get; private set; }

    public long WithoutSeverity => _withoutSeverity;

    /// <summary>Why the checkpoint proves nothing; null if it does.</summary>
    public string? CheckpointProblem => _inclusion.Problem;

    /// <summary>The caller may stop at any record.</summary>
    /// <exception cref="System.Text.RegularExpressions.RegexMatchTimeoutException">The expression takes too long.</exception>
    public IEnumerable<FoundRecord> Find(SearchQuery query, CancellationToken cancellationToken)
    {
        _signed = _inclusion.SignedFrames(); // what is signed is in the segments that are listed after that
        var segments = folder.ListSegments();
        if (segments.Count == 0)
        {
            TellMissing(next: 0);
        }

        var asked = query.ForIndex();
        SegmentHeader? newer = null;
        for (var i = segments.Count - 1; i >= 0; i--)
        {
            cancellationToken.ThrowIfCancellationRequested();
            if (newer is not null && query.From?.IsAfterAllBefore(newer) == true)
            {
                break; // all records of this segment and the earlier ones are before the first that is wanted
            }

            long? end = i + 1 < segments.Count ? segments[i + 1].FirstFrame : null;
            if (HeaderOf(segments[i], end, out var id) is { } header)
            {
                newer = header;
                if (query.To?.IsBeforeAllOf(header) == true)
                {
                    SegmentsLeftOut++;
                    continue;
                }

                var blocks = end is null ? null : IndexOf(segments[i], id)?.Find(asked).ToList();
                if (blocks is [])
                {
                    SegmentsLeftOut++;
                    continue;
                }

                foreach (var found in Find(segments[i], end, blocks, query, cancellationToken))
                {
                    yield return found;
                }
            }
            else if (end is null)
            {
                TellMissing(segments[i].FirstFrame);
            }
        }
    }

    private IEnumerable<FoundRecord> Find(
        SegmentFile segment, long? end, IEnumerable<IndexBlock>? blocks, SearchQuery query, CancellationToken cancellationToken)
    {
        using var frames = TryOpen(segment);
        if (frames is null)
        {
            yield break;
        }

        SegmentsOpened++;
        var wanted = blocks is null
            ? Mapped(segment, frames.Map(end), query, isLast: end is null)
            : blocks.SelectMany(block => block.Frames.Reverse());
        var last = long.MaxValue;
        var isIndexRight = true;
        foreach (var read in frames.Open(wanted, query.MayHold, frame => Take(frame, query)))
        {
            cancellationToken.ThrowIfCancellationRequested();
            FramesRead++;
            if (read.Problem is { } problem && blocks is not null)
            {
                say($"The index of {Path.GetFileName(segment.Path)} does not agree with it at frame {read.Index} ({problem}), and is not "
                    + "used.");
                isIndexRight = false;
                break;
            }

            Tell(segment, read);
            foreach (var found in read.Found)
            {
                last = found.Record.Sequence;
                yield return found with { IsProven = IsProven(read) };
            }
        }

        if (!isIndexRight)
        {
            // What was found before is right, because it was read from the segment; the rest is before it.
            foreach (var found in Find(segment, end, null, query, cancellationToken).Where(found => found.Record.Sequence < last))
            {
                yield return found;
            }
        }
    }

    private IEnumerable<FrameLocation> Mapped(SegmentFile segment, SegmentMap map, SearchQuery query, bool isLast)
    {
        foreach (var problem in map.Problems)
        {
            Tell(segment, new(problem.Index, [], [], problem.Problem) { Count = problem.Count, Offset = problem.Offset });
        }

        if (isLast)
        {
            TellMissing(Math.Max(
                map.Frames.Count == 0 ? segment.FirstFrame : map.Frames[^1].Place.Index + 1,
                map.Problems.Select(problem => problem.Index + Math.Max(1, problem.Count)).DefaultIfEmpty().Max()));
        }

        for (var i = map.Frames.Count - 1; i >= 0; i--)
        {
            if (query.MayHold(map.Frames[i]))
            {
                yield return map.Frames[i].Place;
            }
            else if (map.Frames[i].Records > 0)
            {
                FramesLeftOut++;
            }
        }
    }

    /// <summary>On the thread that has opened the frame.</summary>
    private SearchedFrame Take(ReadFrame frame, SearchQuery query)
    {
        List<FoundRecord>? found = null;
        for (var i = frame.Records.Count - 1; i >= 0; i--)
        {
            // Most records do not hold the text: they are not made.
            if (query.MayHold(frame.Records.MessageOf(i)) && !frame.Records.Redacted.ContainsKey(i))
            {
                var record = frame.Records[i];
                var selection = query.Select(record);
                if (selection == Selection.In)
                {
                    (found ??= []).Add(new(record with { Message = record.Message.ToArray() }, frame.Found.Index, false));
                }
                else if (selection == Selection.SeverityUnknown)
                {
                    Interlocked.Increment(ref _withoutSeverity);
                }
            }
        }

        return new(frame.Found.Index, found ?? [], found is null ? [] : frame.Found.Raw.ToArray(), frame.Found.Problem)
        {
            Offset = frame.Found.Offset,
        };
    }

    private bool IsProven(SearchedFrame frame) => frame.IsProven ??= _inclusion.IsProven(frame.Index, frame.Raw);

    private SegmentIndex? IndexOf(SegmentFile segment, byte[] id)
    {
        if (!File.Exists(_indexes.FileOf(segment)) || IndexKeyOf(segment, id) is not { } key)
        {
            return null;
        }

        var index = _indexes.Read(segment, id, key, out var problem);
        if (problem is not null)
        {
            say($"{_indexes.FileOf(segment)} is not used: {problem}. journal index makes it again.");
        }

        return index;
    }

    private byte[]? IndexKeyOf(SegmentFile segment, byte[] id)
    {
        if (_keys is null)
        {
            _keys = IndexKeys.Read(indexes, key, out var problem);
            if (problem is not null)
            {
                say($"{IndexKeys.FileOf(indexes, key)} is not used: {problem}. journal index makes it again.");
            }
        }

        if (_keys.Of(id) is { } known)
        {
            return known;
        }

        try
        {
            using var frames = SegmentFrames.Open(segment, key, 1);
            return frames.Keys?.CopyIndexKey();
        }
        catch (Exception exception) when (exception is InvalidDataException or IOException or UnauthorizedAccessException)
        {
            return null; // opening the segment will say why
        }
    }

    private SegmentFrames? TryOpen(SegmentFile segment)
    {
        try
        {
            var frames = SegmentFrames.Open(segment, key, Threads);
            if (!frames.IsForOthers)
            {
                return frames;
            }

            frames.Dispose();
            SegmentsForOthers++;
            return null;
        }
        catch (FileNotFoundException)
        {
            return null; // retention has deleted it meanwhile
        }
        catch (Exception exception) when (exception is InvalidDataException or IOException or UnauthorizedAccessException)
        {
            Damaged++;
            say($"Damaged: {Path.GetFileName(segment.Path)}: {exception.Message}.");
            return null;
        }
    }

    private SegmentHeader? HeaderOf(SegmentFile segment, long? end, out byte[] id)
    {
        id = [];
        try
        {
            using var reader = SegmentReader.Open(segment.Path);
            id = reader.Id;
            return reader.Header;
        }
        catch (FileNotFoundException)
        {
            return null;
        }
        catch (Exception exception) when (exception is InvalidDataException or IOException or UnauthorizedAccessException)
        {
            if (end is not null)
            {
                Damaged++;
                say($"Damaged: {Path.GetFileName(segment.Path)}: {exception.Message}.");
            }

            return null; // the last one may just be being created
        }
    }

    /// <param name="next">The frame after the last one that is there.</param>
    private void TellMissing(long next)
    {
        if (next < _signed)
        {
            Damaged += _signed - next;
            say($"Missing: frames {next} to {_signed - 1}, which the log has signed: the end of its segments is cut, or not copied.");
        }
    }

    private void Tell(SegmentFile segment, SearchedFrame frame)
    {
        if (frame.Problem is { } problem)
        {
            Damaged += Math.Max(1, frame.Count);
            say($"Damaged: frame {frame.Index}, {Path.GetFileName(segment.Path)} at byte {frame.Offset}: {problem}.");
        }
    }

    private sealed record SearchedFrame(long Index, IReadOnlyList<FoundRecord> Found, byte[] Raw, string? Problem)
    {
        public long Count { get; init; } = 1;

        public long Offset { get; init; }

        public bool? IsProven { get; set; }
    }
}
