using System.Collections.Concurrent;
using System.Diagnostics;
using Durable;
using Journal.Log.Folders;
using Journal.Log.Frames;
using Journal.Log.Signing;

namespace Journal.Log.Writing;

/// <summary>Writes a journal: batches become frames, and one flush makes all waiting frames durable.</summary>
public sealed class JournalWriter : IDisposable
{
    private static readonly TimeSpan Tick = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan MaxPause = TimeSpan.FromSeconds(1);

    private readonly JournalFolder _folder;
    private readonly string _origin;
    private readonly WriterSettings _settings;
    private readonly IWriterObserver _observer;
    private readonly TimeProvider _time;
    private readonly FileLock _lock;
    private readonly CheckpointPublisher _publisher;
    private readonly FrameSealer _sealer = new();
    private readonly byte[] _frame = new byte[FrameSealer.MaxBytes];
    private readonly RecordBatch _none = new();
    private readonly ManualResetEventSlim _stop = new();
    private readonly ConcurrentQueue<(FrameKinds Kind, long Frame, TaskCompletionSource<FrameHeader> Source)> _notices = [];
    private readonly Thread _thread;
    private OpenSegment? _segment;
    private LogPosition _position;
    private long _lastFrameAt;
    private long _epochAt;
    private bool _failing;

    private JournalWriter(
        JournalFolder folder, SigningKey identity, RecoveredLog recovered, FileLock folderLock, WriterSettings settings,
        IWriterObserver observer, TimeProvider time)
    {
        (_folder, _origin, _lock, _settings, _observer, _time) =
            (folder, identity.Verifier.Name, folderLock, settings, observer, time);
        _position = recovered.Position;
        Intake = new(settings.Batches, settings.CloseAfter, settings.Gather, time);
        _publisher = new(folder, identity, EpochKeys.Load(folder, identity), recovered.Tree, settings, observer, time);
        _thread = new(Run) { IsBackground = true, Name = "Journal" };
        var totals = _position.Totals;
        Losses.AddLostInKernel(totals.LostInKernel);
        Losses.AddLostHere(totals.LostHere);
        Losses.AddRefused(totals.Refused);
        Losses.AddMissing(totals.Missing);
    }

    /// <summary>A checkpoint is on the disk. Handlers run on the thread that writes checkpoints, and have to be quick.</summary>
    public event Action<SignedNote>? Published
    {
        add => _publisher.Published += value;
        remove => _publisher.Published -= value;
    }

    /// <summary>The intake for records.</summary>
    public RecordIntake Intake { get; }

    public LossAccounts Losses { get; } = new();

    /// <summary>Whether writes to the disk fail at the moment.</summary>
    public bool IsFailing => Volatile.Read(ref _failing);

    /// <summary>The sequence of the next record, when all durable records are counted.</summary>
    public long NextSequence => Volatile.Read(ref _position).Sequence;

    /// <summary>Locks the folder, recovers from a crash, and writes the first frame.</summary>
    /// <exception cref="JournalRefusedException">The folder cannot be written; the message says why.</exception>
    /// <exception cref="InvalidDataException">A key or note in it is invalid.</exception>
    public static JournalWriter Open(JournalFolder folder, WriterSettings settings, IWriterObserver observer, TimeProvider time)
    {
        var identity = LogIdentity.Read(folder);
        foreach (var recipient in folder.ReadRecipients())
        {
            recipient.Dispose();
        }

        var folderLock = ProcessLock.Take(folder.Lock, "another server writes this journal");
        JournalWriter? writer = null;
        try
        {
            var recovered = new LogRecovery(folder, identity.Verifier).Run();
            writer = new(folder, identity, recovered, folderLock, settings, observer, time);
            writer.Start(recovered);
            return writer;
        }
        catch
        {
            writer?._segment?.Dispose();
            folderLock.Dispose();
            throw;
        }
    }

    /// <summary>
    /// Writes a frame that records the deletion of a segment. The segment may be deleted only when a checkpoint covers the frame.
    /// </summary>
    /// <param name="firstFrame">The first frame of the segment.</param>
    public Task<FrameHeader> AddRetentionNoticeAsync(long firstFrame) => AddNoticeAsync(FrameKinds.Retention, firstFrame);

    /// <summary>
    /// Writes a frame that records that a record of a frame is destroyed, which may be done only when a checkpoint covers it.
    /// </summary>
    /// <param name="frame">The index of the frame.</param>
    public Task<FrameHeader> AddRedactionNoticeAsync(long frame) => AddNoticeAsync(FrameKinds.Redaction, frame);

    private Task<FrameHeader> AddNoticeAsync(FrameKinds kind, long frame)
    {
        var source = new TaskCompletionSource<FrameHeader>(TaskCreationOptions.RunContinuationsAsynchronously);
        _notices.Enqueue((kind, frame, source));
        Intake.Wake();
        return source.Task;
    }

    /// <summary>A checkpoint that covers so many frames, as soon as there is one.</summary>
    public Task<SignedNote> CoverAsync(long frames) => _publisher.CoverAsync(frames);

    /// <summary>Writes and signs all waiting records. No more are accepted.</summary>
    public void End()
    {
        Intake.End(); // first, so that the writing thread finds all accepted records when it sees the stop
        _stop.Set();
        _thread.Join();
        _publisher.Dispose();
    }

    /// <summary>Ends, and unlocks the folder.</summary>
    public void Dispose()
    {
        End();
        _segment?.Dispose();
        _lock.Dispose();
        Intake.Dispose();
        _stop.Dispose();
    }

    private bool IsEpochOver => _epochAt != 0 && _time.GetElapsedTime(_epochAt) >= _settings.MaxAge;

    private void Start(RecoveredLog recovered)
    {
        var kinds = FrameKinds.Heartbeat | FrameKinds.FirstOfEpoch | (recovered.Cut > 0 ? FrameKinds.AfterRecovery : FrameKinds.None);
        WriteFrames([new(_none, kinds, recovered.Cut)]);
        recovered.Torn?.Cut(_folder.Disk);
        _publisher.Start();
        _thread.Start();
    }

    private void Run()
    {
        while (true)
        {
            var isLast = _stop.IsSet; // read before the last look at the intake
            var batches = Intake.Take(TimeUntilHeartbeat());
            CommitNotices();
            if (batches.Count > 0)
            {
                Commit(batches);
            }
            else if (isLast)
            {
                break;
            }
            else if (TimeUntilHeartbeat() <= TimeSpan.Zero)
            {
                CommitUntilDone([new(_none, FrameKinds.Heartbeat, 0)]);
            }
        }

        Debug.Assert(Intake.IsEmpty, "A record was accepted, and neither written nor counted as lost.");
        CommitOnce([new(_none, FrameKinds.Heartbeat | FrameKinds.LastOfSegment, 0)]);
        while (_notices.TryDequeue(out var notice))
        {
            notice.Source.SetCanceled();
        }
    }

    /// <summary>
    /// On each turn, and before records whose write failed: such a frame is small, and a deletion makes room. If it fails, it is tried
    /// again.
    /// </summary>
    private void CommitNotices()
    {
        while (_notices.TryPeek(out var notice)
            && CommitOnce([new(_none, FrameKinds.Heartbeat | notice.Kind, notice.Frame)]) is [var header])
        {
            _notices.TryDequeue(out _);
            notice.Source.SetResult(header);
        }
    }

    private TimeSpan TimeUntilHeartbeat()
    {
        var left = _settings.Heartbeat - _time.GetElapsedTime(_lastFrameAt);
        return left < Tick ? left < TimeSpan.Zero ? TimeSpan.Zero : left : Tick;
    }

    private void Commit(List<PendingBatch> batches)
    {
        var headers = CommitUntilDone([.. batches.Select(batch => new FrameDraft(batch.Records, FrameKinds.None, 0) { Batch = batch })]);
        foreach (var (index, batch) in batches.Index())
        {
            if (headers is null)
            {
                Losses.AddLostHere(batch.Records.Count);
                batch.Committed.SetException(new IOException("The journal stopped before the record was on the disk."));
            }
            else
            {
                Debug.Assert(headers[index].Records == batch.Records.Count, "A frame has other records than those that it acknowledges.");
                batch.Committed.SetResult(headers[index]);
                batch.Evidence?.SetResult(batch.Proven!); // WriteFrames has kept it, because it was requested
            }
        }

        Intake.Return(batches);
    }

    /// <summary>Tries again in a new segment as long as the disk fails.</summary>
    /// <returns>Null when the journal was stopped meanwhile.</returns>
    private List<FrameHeader>? CommitUntilDone(IReadOnlyList<FrameDraft> drafts)
    {
        for (var pause = TimeSpan.FromMilliseconds(50); ; pause = pause * 2 < MaxPause ? pause * 2 : MaxPause)
        {
            if (CommitOnce(drafts) is { } headers)
            {
                return headers;
            }

            if (_stop.Wait(pause))
            {
                return CommitOnce(drafts);
            }

            CommitNotices();
        }
    }

    private List<FrameHeader>? CommitOnce(IReadOnlyList<FrameDraft> drafts)
    {
        try
        {
            var headers = WriteFrames(drafts);
            Volatile.Write(ref _failing, false);
            return headers;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or InvalidDataException)
        {
            // The content of the file is now unknown, so it is not used again. None of its new frames was acknowledged.
            Volatile.Write(ref _failing, true);
            _segment?.Abandon();
            _segment?.Dispose();
            _segment = null;
            _observer.Failed(exception);
            return null;
        }
    }

    private List<FrameHeader> WriteFrames(IReadOnlyList<FrameDraft> drafts)
    {
        EndSegmentWhenDue();
        var segment = _segment ??= OpenSegment.Create(_folder, _origin, _position, _time);
        var position = _position;
        var frames = new List<(FrameHeader Header, byte[] Raw)>(drafts.Count);
        var start = segment.Length;
        foreach (var draft in drafts)
        {
            var header = _sealer.Seal(draft.Records, Describe(draft, position, segment, (uint)frames.Count), segment.Keys, _frame);
            segment.Append(_frame.AsSpan(0, FrameHeader.Bytes + header.StoredBytes));
            var raw = _frame[..FrameHeader.Bytes];
            frames.Add((header, raw));
            if (draft.Batch is { Evidence: not null } batch)
            {
                batch.Proven = _sealer.Evidence(batch.Records, raw, header.FirstSequence, batch.ProofPlaces);
            }

            position = LogPosition.After(header, raw);
        }

        var before = _time.GetTimestamp();
        segment.Flush();
        _lastFrameAt = _time.GetTimestamp();
        segment.Frames += (uint)frames.Count;
        if (frames.Exists(frame => frame.Header.Kinds.HasFlag(FrameKinds.FirstOfEpoch)))
        {
            _epochAt = _lastFrameAt;
        }

        AssertFollow(frames.Select(frame => frame.Header), position);
        Volatile.Write(ref _position, position);
        _publisher.Add(frames);
        _observer.Committed(
            frames.Count, frames.Sum(frame => frame.Header.Records), segment.Length - start, _time.GetElapsedTime(before, _lastFrameAt));
        return [.. frames.Select(frame => frame.Header)];
    }

    private void EndSegmentWhenDue()
    {
        if (_segment is { } old && (old.Length >= _settings.MaxSegmentBytes || _time.GetElapsedTime(old.OpenedAt) >= _settings.MaxAge))
        {
            _segment = null;
            using (old)
            {
                var header = _sealer.Seal(
                    _none, Describe(new(_none, FrameKinds.Heartbeat | FrameKinds.LastOfSegment, 0), _position, old, 0), old.Keys, _frame);
                try
                {
                    old.Append(_frame.AsSpan(0, FrameHeader.Bytes));
                    old.Flush();
                }
                catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
                {
                    old.Abandon();
                    _observer.Failed(exception);
                    return;
                }

                var raw = _frame[..FrameHeader.Bytes];
                var position = LogPosition.After(header, raw);
                AssertFollow([header], position);
                Volatile.Write(ref _position, position);
                _publisher.Add([(header, raw)]);
            }
        }
    }

    /// <summary>
    /// A log with a gap or an overlap has lost records, or stores two under one number; totals that go back have lost the account of
    /// others.
    /// </summary>
    /// <param name="headers">Frames that are durable from now on.</param>
    /// <param name="next">The position after them.</param>
    [Conditional("DEBUG")]
    private void AssertFollow(IEnumerable<FrameHeader> headers, LogPosition next)
    {
        var (frame, sequence, totals) = (_position.Frame, _position.Sequence, _position.Totals);
        foreach (var header in headers)
        {
            Debug.Assert(header.Index == frame, $"Frame {header.Index} does not follow: {frame} would.");
            Debug.Assert(header.FirstSequence == sequence, $"Frame {frame} begins with record {header.FirstSequence}, not {sequence}.");
            Debug.Assert(
                header.Totals.LostHere >= totals.LostHere && header.Totals.LostInKernel >= totals.LostInKernel
                && header.Totals.Refused >= totals.Refused && header.Totals.Received >= totals.Received,
                $"Frame {frame} counts less than the one before: {header.Totals} after {totals}.");
            (frame, sequence, totals) = (header.Index + 1, header.NextSequence, header.Totals);
        }

        Debug.Assert((next.Frame, next.Sequence) == (frame, sequence), $"After frame {frame - 1} the position is {next}.");
    }

    private FrameHeader Describe(FrameDraft draft, LogPosition position, OpenSegment segment, uint number)
    {
        var now = Clock.Microseconds(_time);
        var kinds = draft.Kinds;
        kinds |= now < position.ClosedAt ? FrameKinds.ClockSetBack : FrameKinds.None;
        kinds |= number == 0 && IsEpochOver && !kinds.HasFlag(FrameKinds.LastOfSegment) ? FrameKinds.FirstOfEpoch : FrameKinds.None;
        var (here, refused) = (Losses.LostHere, Losses.Refused);
        return new()
        {
            Kinds = kinds,
            Compression = FrameCompression.None,
            Index = position.Frame,
            FirstSequence = position.Sequence,
            Records = 0,
            PlainBytes = 0,
            StoredBytes = 0,
            Number = segment.Frames + number,
            ClosedAt = now,
            FirstReceivedAt = 0,

            // The total of received messages is computed from its parts, so that the balance is exact in every frame.
            Totals = new(
                position.Sequence + draft.Records.Count + here + refused, Losses.LostInKernel, here, refused, Losses.Missing,
                position.Totals.Suspicious + draft.Records.Suspicious),
            SegmentId = segment.Id,
            Detail = draft.Detail,
            RecordsRoot = new byte[32],
            StoredHash = new byte[32],
            Previous = position.Previous,
        };
    }

    /// <summary>A frame to be written.</summary>
    private sealed record FrameDraft(RecordBatch Records, FrameKinds Kinds, long Detail)
    {
        /// <summary>The callers that wait for the records; null when there are none.</summary>
        public PendingBatch? Batch { get; init; }
    }
}
