using Journal.Log.Frames;

namespace Journal.Log.Writing;

/// <summary>Records for the writer: one open batch, and a bounded number of closed ones.</summary>
public sealed class RecordIntake : IDisposable
{
    /// <summary>Fewer senders than these lose more by waiting for each other than a frame of their own costs.</summary>
    private const int MinTogether = 8;

    private readonly Lock _gate = new();
    private readonly AutoResetEvent _signal = new(false);
    private readonly Queue<PendingBatch> _closed = [];
    private readonly Stack<PendingBatch> _free = [];
    private readonly TimeSpan _closeAfter;
    private readonly TimeSpan _gather;
    private readonly TimeProvider _time;
    private PendingBatch? _open;
    private long _takenAt;
    private bool _cameTogether;
    private TaskCompletionSource? _room;
    private bool _ended;

    internal RecordIntake(int batches, TimeSpan closeAfter, TimeSpan gather, TimeProvider time)
    {
        (_closeAfter, _gather, _time) = (closeAfter, gather, time);
        for (var i = 0; i < batches; i++)
        {
            _free.Push(new());
        }
    }

    /// <summary>Adds a record without waiting.</summary>
    /// <param name="source">The source of the record.</param>
    /// <param name="message">At most <see cref="RecordBatch.MaxMessageBytes"/>.</param>
    /// <param name="marks">Its marks.</param>
    /// <param name="receivedAt">Microseconds since 1970.</param>
    /// <param name="awaited">
    /// Whether somebody waits for the flush; then the frame is closed as soon as the writer is free, or a little later if others come too.
    /// </param>
    /// <param name="ticket">Completes when the record is durable, with its sequence.</param>
    /// <param name="isProofWanted">Whether to keep the data for a proof.</param>
    /// <returns>False when there is no room.</returns>
    public bool TryAdd(
        RecordSource source, ReadOnlySpan<byte> message, RecordMarks marks, long receivedAt, bool awaited, out RecordTicket ticket,
        bool isProofWanted = false)
    {
        bool wake;
        lock (_gate)
        {
            if (_open is null && !TryOpen())
            {
                ticket = default;
                return false;
            }

            var batch = _open!;
            var wasWorthIt = batch.Records.IsWorthAFrame;
            var place = batch.Records.Add(source, message, marks, receivedAt);
            ticket = new(batch.Committed.Task, place, isProofWanted ? batch.WantProof(place) : null);
            wake = place == 0 || (awaited && !batch.IsAwaited);
            batch.IsAwaited |= awaited;
            wake |= batch.IsAwaited && batch.Records.IsWorthAFrame && !wasWorthIt;
            if (place == 0)
            {
                batch.OpenedAt = _time.GetTimestamp();
            }

            if (batch.Records.IsFull)
            {
                _closed.Enqueue(batch);
                _open = null;
                wake = true;
            }
        }

        if (wake)
        {
            _signal.Set();
        }

        return true;
    }

    /// <summary>Whether no record waits for the writer.</summary>
    internal bool IsEmpty
    {
        get
        {
            lock (_gate)
            {
                return _closed.Count == 0 && _open is not { Records.Count: > 0 };
            }
        }
    }

    /// <summary>Returns when there may be room again, or the journal stops.</summary>
    /// <exception cref="IOException">The journal has stopped.</exception>
    public Task WaitForRoomAsync(CancellationToken cancellationToken)
    {
        lock (_gate)
        {
            if (_ended)
            {
                return Task.FromException(new IOException("The journal has stopped, and accepts no records."));
            }

            if (_open is not null || _free.Count > 0)
            {
                return Task.CompletedTask;
            }

            _room ??= new(TaskCreationOptions.RunContinuationsAsynchronously);
            return _room.Task.WaitAsync(cancellationToken);
        }
    }

    public void Dispose() => _signal.Dispose();

    /// <summary>Accepts no more records, and hands out the waiting ones at once.</summary>
    internal void End()
    {
        TaskCompletionSource? room;
        lock (_gate)
        {
            _ended = true;
            (room, _room) = (_room, null);
        }

        room?.SetResult(); // waiting callers ask again, and then get the exception
        _signal.Set();
    }

    /// <summary>Makes <see cref="Take"/> return.</summary>
    internal void Wake() => _signal.Set();

    /// <summary>Waits for batches that are closed or due.</summary>
    /// <returns>No batches after the time-out, or after a call of <see cref="Wake"/> or <see cref="End"/>.</returns>
    internal List<PendingBatch> Take(TimeSpan longest)
    {
        var batches = TakeDue(out var wait);
        if (batches.Count == 0 && !_ended)
        {
            _signal.WaitOne(wait < longest ? wait : longest);
            batches = TakeDue(out _);
        }

        return batches;
    }

    internal void Return(IEnumerable<PendingBatch> batches)
    {
        TaskCompletionSource? room;
        lock (_gate)
        {
            foreach (var batch in batches)
            {
                batch.Reset();
                _free.Push(batch);
            }

            (room, _room) = (_room, null);
        }

        room?.SetResult();
    }

    private List<PendingBatch> TakeDue(out TimeSpan wait)
    {
        lock (_gate)
        {
            wait = TimeSpan.MaxValue;
            List<PendingBatch> taken = [.. _closed];
            _closed.Clear();
            if (_open is { Records.Count: > 0 } open)
            {
                wait = open.IsAwaited ? UntilAwaited(open) : UntilClosed(open);
                if (_ended || wait <= TimeSpan.Zero)
                {
                    taken.Add(open);
                    _open = null;
                }
            }

            if (taken.Count > 0)
            {
                (_takenAt, _cameTogether) = (_time.GetTimestamp(), taken[^1].Records.Count >= MinTogether);
            }

            return taken;
        }
    }

    private TimeSpan UntilClosed(PendingBatch open) => _closeAfter - _time.GetElapsedTime(open.OpenedAt);

    private TimeSpan UntilAwaited(PendingBatch open)
    {
        var together = _cameTogether && !open.Records.IsWorthAFrame ? _gather - _time.GetElapsedTime(_takenAt) : TimeSpan.Zero;
        var closed = UntilClosed(open);
        return together < closed ? together : closed;
    }

    private bool TryOpen() => !_ended && _free.TryPop(out _open);
}

/// <summary>Completes when a record is durable.</summary>
/// <param name="Frame">The header of its frame; it fails when the journal stops before.</param>
/// <param name="Place">The record's place in the frame.</param>
/// <param name="Evidence">Ends after <paramref name="Frame"/>; null when no proof was asked for.</param>
public readonly record struct RecordTicket(Task<FrameHeader> Frame, int Place, Task<FrameEvidence>? Evidence = null);

/// <summary>A batch, and the callers that wait for it.</summary>
internal sealed class PendingBatch
{
    public RecordBatch Records { get; } = new();

    public TaskCompletionSource<FrameHeader> Committed { get; private set; } = NewSource();

    public bool IsAwaited { get; set; }

    /// <summary>Places of the records whose senders want proofs.</summary>
    public List<int> ProofPlaces { get; } = [];

    public TaskCompletionSource<FrameEvidence>? Evidence { get; private set; }

    /// <summary>The data that the writer has kept for them.</summary>
    public FrameEvidence? Proven { get; set; }

    public long OpenedAt { get; set; }

    public Task<FrameEvidence> WantProof(int place)
    {
        ProofPlaces.Add(place);
        Evidence ??= new(TaskCreationOptions.RunContinuationsAsynchronously);
        return Evidence.Task;
    }

    public void Reset()
    {
        Records.Clear();
        ProofPlaces.Clear();
        (Committed, Evidence, Proven, IsAwaited) = (NewSource(), null, null, false);
    }

    private static TaskCompletionSource<FrameHeader> NewSource()
    {
        var source = new TaskCompletionSource<FrameHeader>(TaskCreationOptions.RunContinuationsAsynchronously);
        _ = source.Task.ContinueWith(
            task => task.Exception, CancellationToken.None, TaskContinuationOptions.OnlyOnFaulted, TaskScheduler.Default);
        return source;
    }
}
