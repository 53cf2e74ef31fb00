using Journal.Features.Ingest;
using Journal.Log.Frames;
using Journal.Log.Senders;

namespace Journal.Features.Sealed;

/// <summary>A sender of sealed datagrams: its key, the numbers that have arrived, and how many are missing.</summary>
internal sealed class SealedSender : IDisposable
{
    private readonly Lock _gate = new();
    private readonly ReplayWindow _window;
    private readonly SealedDatagram _cipher;
    private readonly SenderKey _key;
    private SenderMark _saved;
    private SenderMark _durable;
    private StoredMark _newest;
    private StoredMark _awaited;
    private long _missing;

    /// <param name="key">The sender's.</param>
    /// <param name="mark">The last saved number.</param>
    /// <param name="isExact">Whether nothing arrived after the mark was saved.</param>
    public SealedSender(SenderKey key, SenderMark mark, bool isExact)
    {
        (Id, _key, _saved, _durable, _missing) = (key.Id, key, mark, mark, mark.Missing);
        (_newest, _awaited) = (new(mark, Task.CompletedTask), new(mark, Task.CompletedTask));
        _window = new(mark.Session, mark.Last, isExact);
        _cipher = new(key);
        Sender = new(new RecordSource(SourceKind.Sealed, key.Name));
    }

    public ulong Id { get; }

    public Sender Sender { get; }

    public bool Has(SenderKey key) => _key.IsSame(key);

    /// <summary>The cheap check first: a number that has already arrived is not worth decrypting.</summary>
    public bool MayTake(SealedHead head) => _window.MayTake(head.Session, head.Count);

    /// <returns>The payload's length; null for one that was not sealed with the sender's key.</returns>
    public int? Open(ReadOnlySpan<byte> datagram, Span<byte> payload) => _cipher.Open(datagram, payload);

    /// <summary>Takes a decrypted datagram.</summary>
    /// <param name="head">The datagram's head.</param>
    /// <param name="isEnd">Whether it ends its session.</param>
    /// <param name="marks">The marks of its lines.</param>
    /// <returns>How many datagrams turn out to be missing.</returns>
    public long Take(SealedHead head, bool isEnd, out RecordMarks marks)
    {
        lock (_gate)
        {
            var follows = head.Session == _window.Session && head.Count == _window.Last + 1;
            var begins = head.Session != _window.Session && head.Count == 1;
            var missing = _window.Take(head.Session, head.Count) + (isEnd ? _window.End() : 0);
            marks = (follows || begins ? RecordMarks.None : RecordMarks.NumberJumped)
                | (_window.IsResumed ? RecordMarks.Resumed : RecordMarks.None);
            _missing += missing;
            return missing;
        }
    }

    /// <summary>The lines of all datagrams so far are with the writer.</summary>
    /// <param name="stored">Completes when the last of them is on the disk; null for a datagram without lines.</param>
    public void Handed(Task? stored)
    {
        lock (_gate)
        {
            _newest = new(new(_window.Session, _window.Last, _missing), stored ?? _newest.Stored);
        }
    }

    /// <summary>A mark beyond the disk would say after a crash that lost datagrams have arrived.</summary>
    /// <returns>The mark to save, all of whose datagrams are on the disk; null when it has not changed.</returns>
    public SenderMark? Changed()
    {
        lock (_gate)
        {
            if (_awaited.Stored.IsCompletedSuccessfully)
            {
                (_durable, _awaited) = (_awaited.Mark, _newest);
            }

            if (_newest.Stored.IsCompletedSuccessfully)
            {
                _durable = _newest.Mark;
            }

            return _durable == _saved ? null : _durable;
        }
    }

    /// <summary>Whether the saved mark has every datagram that arrived.</summary>
    public bool IsSaved
    {
        get
        {
            lock (_gate)
            {
                return _newest.Mark == _saved;
            }
        }
    }

    /// <param name="mark">The mark that is now durable.</param>
    public void Saved(SenderMark mark)
    {
        lock (_gate)
        {
            _saved = mark;
        }
    }

    public void Dispose() => _cipher.Dispose();

    private readonly record struct StoredMark(SenderMark Mark, Task Stored);
}
