using Journal.Log.Folders;
using Journal.Log.Frames;
using Journal.Log.Recipients;
using Journal.Log.Segments;

namespace Journal.Log.Reading;

/// <summary>The frames of one segment, to be opened in any order: a search begins with the newest.</summary>
/// <remarks>Frames are compared with their own hashes and the chain of headers; <c>FrameInclusion</c> says which are proven.</remarks>
public sealed class SegmentFrames : IDisposable
{
    private readonly SegmentFile _file;
    private readonly SegmentReader _reader;
    private readonly SegmentKeys? _keys;
    private readonly FrameSlots _slots;
    private readonly int _threads;
    private SegmentMap? _map;

    private SegmentFrames(SegmentFile file, SegmentReader reader, SegmentKeys? keys, int threads)
    {
        (_file, _reader, _keys, _threads) = (file, reader, keys, threads);
        _slots = new(InOrder.AheadOf(threads));
    }

    /// <summary>Whether the segment was not sealed for the key: its records cannot be read.</summary>
    public bool IsForOthers => _keys is null;

    /// <summary>The segment's id, which every frame header holds.</summary>
    public byte[] Id => _reader.Id;

    /// <summary>The keys of the segment; null if it is for others.</summary>
    public SegmentKeys? Keys => _keys;

    public SegmentHeader Header => _reader.Header;

    /// <summary>The segment's length in bytes.</summary>
    public long Length => _reader.Length;

    /// <param name="file">The segment.</param>
    /// <param name="key">The reader's key.</param>
    /// <param name="threads">Threads that open frames.</param>
    /// <exception cref="InvalidDataException">The segment's header is damaged.</exception>
    /// <exception cref="IOException">The segment cannot be read.</exception>
    public static SegmentFrames Open(SegmentFile file, ReaderKey key, int threads)
    {
        var reader = SegmentReader.Open(file.Path);
        var keys = key.Open(reader.Header.Secrets, reader.Header.Random);
        var isSound = keys is null ? !key.IsFor(reader.Header.Secrets) : SegmentHeader.IsAuthentic(reader.RawHeader, keys);
        if (isSound && reader.Header.FirstFrame == file.FirstFrame)
        {
            return new(file, reader, keys, threads);
        }

        keys?.Dispose();
        reader.Dispose();
        throw new InvalidDataException("the segment's header is damaged");
    }

    /// <summary>Reads the headers of all frames, once.</summary>
    /// <param name="end">The first frame of the next segment; null for the last one.</param>
    public SegmentMap Map(long? end)
    {
        if (_map is not null)
        {
            return _map;
        }

        var (frames, problems) = (new List<MappedFrame>(), new List<FoundFrame>());
        var walk = new SegmentWalk(_reader, _file.FirstFrame, end, _ => null) { Rehashes = false, ReadsStored = _ => false };
        foreach (var found in walk.Frames())
        {
            if (found is { Problem: null, Header: { } header })
            {
                frames.Add(new(
                    new(found.Index, found.Offset), header.FirstSequence, header.Records, header.FirstReceivedAt, header.ClosedAt,
                    header.StoredBytes, header.Kinds));
            }
            else if (!found.IsTorn)
            {
                problems.Add(found);
            }
        }

        return _map = new(frames, problems);
    }

    /// <summary>Opens frames, several at once.</summary>
    /// <param name="wanted">Where they are, in the order in which they are returned.</param>
    /// <param name="mayHold">Leaves frames out before their records are made; null to open all.</param>
    /// <param name="work">The work for each frame, on the thread that has opened it.</param>
    public IEnumerable<T> Open<T>(IEnumerable<FrameLocation> wanted, PlainTest? mayHold, Func<ReadFrame, T> work) => InOrder.Run(
        wanted.Select(Read), FrameThreads.IsLarge, found => work(Open(found, mayHold)), InOrder.AheadOf(_threads));

    public void Dispose()
    {
        _keys?.Dispose();
        _reader.Dispose();
    }

    private FoundFrame Read(FrameLocation place)
    {
        var walk = new SegmentWalk(_reader, _file.FirstFrame, null, _ => null)
        {
            From = place,
            Limit = place.Index + 1,
            Slots = _slots,
            Rehashes = false,
        };
        return walk.Frames().FirstOrDefault() ?? new(place.Index, 1, place.Offset, null, default, default, "the frame is no longer there");
    }

    /// <remarks>
    /// The cipher authenticates what is stored, with a key that nobody but readers and the journal has; so the hash that everybody can
    /// compare, and that proofs need, is computed only for frames that may hold what is looked for.
    /// </remarks>
    private ReadFrame Open(FoundFrame read, PlainTest? mayHold)
    {
        string? problem = null;
        var records = FrameRecords.None;
        if (_keys is not null && read is { Problem: null, Header: { Records: > 0 } header, Slot: { } slot })
        {
            try
            {
                records = slot.Opener.Open(header, read.Raw.Span, read.Stored.Span, _keys, mayHold);
                if (ReferenceEquals(records, FrameRecords.None))
                {
                    return new(_file, read, records) { Slot = slot.Number };
                }
            }
            catch (InvalidDataException exception)
            {
                problem = exception.Message;
            }
        }

        var found = read.Rehashed();
        if ((found.Problem ?? problem) is null)
        {
            return new(_file, found, records) { Slot = found.Slot?.Number ?? 0, IsForOthers = _keys is null };
        }

        return found.Problem is not null && _keys is not null && Redactions.TryOpen(_file, read, _keys) is { } left
            ? left
            : new(_file, found with { Problem = found.Problem ?? problem }, FrameRecords.None) { IsForOthers = _keys is null };
    }
}

/// <summary>The frames of a segment whose headers are sound, in order, and the places where something is wrong.</summary>
public sealed record SegmentMap(IReadOnlyList<MappedFrame> Frames, IReadOnlyList<FoundFrame> Problems);

/// <summary>What a search needs of a frame's header. Times are microseconds since 1970.</summary>
public readonly record struct MappedFrame(
    FrameLocation Place, long FirstSequence, int Records, long FirstReceivedAt, long ClosedAt, int StoredBytes, FrameKinds Kinds)
{
    public long NextSequence => FirstSequence + Records;
}
