using System.Collections.Concurrent;
using System.Diagnostics;
using Load.Corpus;

namespace Load.Crash;

/// <summary>What became of the requests of one fault, all rounds together.</summary>
internal sealed class Tally
{
    private readonly ConcurrentDictionary<string, int> _acknowledged = [];
    private readonly ConcurrentDictionary<Digest, bool> _lost = [];
    private readonly ConcurrentDictionary<Digest, bool> _duplicated = [];
    private readonly ConcurrentQueue<string> _faults = [];
    private readonly Pace _pace = new();
    private readonly Lock _lock = new();
    private int _refused;
    private int _cutOff;
    private int _readBack;
    private int _wrong;

    /// <summary>Submissions that were answered with a report.</summary>
    public int Acknowledged => _acknowledged.Values.Sum();

    /// <summary>Requests to which the service said that it could not answer now.</summary>
    public int Refused => Volatile.Read(ref _refused);

    /// <summary>Requests that were under way when the service was killed.</summary>
    public int CutOff => Volatile.Read(ref _cutOff);

    /// <summary>Look-ups of acknowledged reports that were answered rightly: of each over each edge, after its round and after the last.</summary>
    public int ReadBack => Volatile.Read(ref _readBack);

    /// <summary>Acknowledged reports that were gone.</summary>
    public int Lost => _lost.Count;

    /// <summary>Reports that stood in one listing twice.</summary>
    public int Duplicated => _duplicated.Count;

    /// <summary>Answers that were neither right nor a refusal.</summary>
    public int Wrong => Volatile.Read(ref _wrong);

    /// <summary>The longest that any answer took.</summary>
    public TimeSpan Slowest { get; private set; }

    /// <summary>The longest that the service took, once its store was back, to be as fast as before; null when no store was away.</summary>
    public TimeSpan? Recovery { get; private set; }

    /// <summary>One sentence for each that was lost, duplicated or wrong.</summary>
    public IReadOnlyCollection<string> Faults => _faults;

    public bool IsLost(Digest id) => _lost.ContainsKey(id);

    public int AcknowledgedOver(string edge) => _acknowledged.GetValueOrDefault(edge);

    public void CountAcknowledged(string edge)
    {
        _acknowledged.AddOrUpdate(edge, 1, (_, count) => count + 1);
        _pace.Acknowledged(Stopwatch.GetTimestamp());
    }

    public void CountRefused() => Interlocked.Increment(ref _refused);

    public void CountCutOff() => Interlocked.Increment(ref _cutOff);

    public void CountReadBack() => Interlocked.Increment(ref _readBack);

    public void CountLost(Digest id, string how)
    {
        if (_lost.TryAdd(id, true))
        {
            _faults.Enqueue($"lost: {id} {how}");
        }
    }

    public void CountDuplicated(Digest id, string how)
    {
        if (_duplicated.TryAdd(id, true))
        {
            _faults.Enqueue($"duplicated: {id} {how}");
        }
    }

    public void CountWrong(string how)
    {
        Interlocked.Increment(ref _wrong);
        _faults.Enqueue($"wrong: {how}");
    }

    /// <inheritdoc cref="Pace.Back"/>
    public bool Recovered(long calm, long struck, long relieved)
    {
        if (_pace.Back(calm, struck, relieved) is not { } recovery)
        {
            return false;
        }

        Recovery = recovery > Recovery ? recovery : Recovery ?? recovery;
        return true;
    }

    public void Took(TimeSpan time)
    {
        lock (_lock)
        {
            Slowest = time > Slowest ? time : Slowest;
        }
    }
}
