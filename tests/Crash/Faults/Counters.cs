using System.Collections.Concurrent;
using System.Diagnostics;

namespace Crash.Faults;

/// <summary>The outcome of all requests during one fault, all rounds together.</summary>
internal sealed class Counters
{
    private readonly ConcurrentDictionary<string, int> _acknowledged = [];
    private readonly ConcurrentDictionary<string, bool> _lost = [];
    private readonly ConcurrentDictionary<string, bool> _duplicated = [];
    private readonly ConcurrentDictionary<RefusedCall, int> _refusals = [];
    private readonly ConcurrentQueue<string> _findings = [];
    private readonly Pace _pace = new();
    private readonly Lock _lock = new();
    private int _refused;
    private int _cutOff;
    private int _verified;
    private int _wrong;
    private volatile bool _isClosed;

    /// <summary>Requests that the system acknowledged.</summary>
    public int Acknowledged => _acknowledged.Values.Sum();

    /// <summary>Requests that the system refused for the moment.</summary>
    public int Refused => Volatile.Read(ref _refused);

    /// <summary>Requests under way when the system was killed.</summary>
    public int CutOff => Volatile.Read(ref _cutOff);

    /// <summary>Look-ups of acknowledged entries with the right answer: over each way, after the round and after the last one.</summary>
    public int Verified => Volatile.Read(ref _verified);

    /// <summary>Acknowledged entries that were gone.</summary>
    public int Lost => _lost.Count;

    /// <summary>Entries that a listing held twice.</summary>
    public int Duplicated => _duplicated.Count;

    /// <summary>Responses that were neither right nor a refusal.</summary>
    public int Wrong => Volatile.Read(ref _wrong);

    /// <summary>The longest time that a response took.</summary>
    public TimeSpan Slowest { get; private set; }

    /// <summary>The longest time from the end of an outage to the rate from before; null when there was no outage.</summary>
    public TimeSpan? Recovery { get; private set; }

    /// <summary>One sentence for each entry that was lost or duplicated, and for each wrong response.</summary>
    public IReadOnlyCollection<string> Findings => _findings;

    /// <summary>The messages of refusals, and their numbers.</summary>
    public IReadOnlyDictionary<RefusedCall, int> Refusals => _refusals;

    public bool IsLost(string id) => _lost.ContainsKey(id);

    public int AcknowledgedOver(string way) => _acknowledged.GetValueOrDefault(way);

    public void CountAcknowledged(string way)
    {
        _acknowledged.AddOrUpdate(way, 1, (_, count) => count + 1);
        _pace.Acknowledged(Stopwatch.GetTimestamp());
    }

    public void CountRefused() => Interlocked.Increment(ref _refused);

    public void NoteRefusal(RefusedCall refusal) => _refusals.AddOrUpdate(refusal, 1, (_, count) => count + 1);

    public void CountCutOff() => Interlocked.Increment(ref _cutOff);

    public void CountVerified() => Interlocked.Increment(ref _verified);

    /// <summary>Finds nothing from now on: a person stops the lab, and whatever is under way is cut off.</summary>
    public void Close() => _isClosed = true;

    public void CountLost(string id, string how)
    {
        if (!_isClosed && _lost.TryAdd(id, true))
        {
            _findings.Enqueue($"lost: {id} {how}");
        }
    }

    public void CountDuplicated(string id, string how)
    {
        if (!_isClosed && _duplicated.TryAdd(id, true))
        {
            _findings.Enqueue($"duplicated: {id} {how}");
        }
    }

    public void CountWrong(string how)
    {
        if (!_isClosed)
        {
            Interlocked.Increment(ref _wrong);
            _findings.Enqueue($"wrong: {how}");
        }
    }

    public void CountTime(TimeSpan time)
    {
        lock (_lock)
        {
            Slowest = time > Slowest ? time : Slowest;
        }
    }

    /// <inheritdoc cref="Pace.Recovery"/>
    public TimeSpan? RecoveryAfter(long calm, long struck, long relieved) => _pace.Recovery(calm, struck, relieved);

    public void CountRecovery(TimeSpan recovery) => Recovery = recovery > Recovery ? recovery : Recovery ?? recovery;
}
