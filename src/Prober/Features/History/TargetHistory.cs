using Prober.Engine.Timelines;
using Prober.Engine.Watching;
using Prober.Features.History.Storage;

namespace Prober.Features.History;

/// <summary>The last changes of a target in memory, and its sums since they were last written. The engine's thread writes.</summary>
internal sealed class TargetHistory(TargetKey key)
{
    private const int MaxChanges = 1000;
    private const long HourLength = 3_600_000;

    /// <summary>A kill loses at most so much of the sums.</summary>
    private const long SumsLength = 600_000;

    /// <summary>Replaced as a whole: readers keep the one they have, and a target that changes seldom holds no spare memory.</summary>
    private volatile StateChange[] _changes = [];

    private long _from;
    private long _probes;
    private long _bad;
    private long _noEvidence;
    private long _sum;
    private long _max;
    private long _period;
    private (long Late, long Missed, long Refused) _before;

    public TargetKey Key => key;

    /// <summary>The last changes, in order.</summary>
    public StateChange[] Changes => _changes;

    /// <summary>Memory has all changes from here on, and the one before; the file has older ones. Read the file after memory.</summary>
    public long From => Volatile.Read(ref _from);

    /// <summary>The file has evidence against the state.</summary>
    public bool IsWavering { get; set; }

    public void Add(StateChange change)
    {
        var kept = _changes.Length < MaxChanges ? _changes : _changes[1..];
        if (kept != _changes)
        {
            Volatile.Write(ref _from, kept[0].At); // first, so that a reader of the changes knows from where they are complete
        }

        _changes = [.. kept, change];
    }

    /// <param name="from">The file was read from here on.</param>
    public void Load(IEnumerable<StateChange> changes, long from)
    {
        Volatile.Write(ref _from, from);
        _changes = [.. _changes, .. changes];
    }

    /// <summary>Adds a probe. On the engine's thread, like <see cref="TakeSums"/>.</summary>
    /// <returns>Sums to write; usually null.</returns>
    public HourSums? Count(TargetStatus status, bool isBad, bool isEvidence, TimeSpan duration, long at)
    {
        var period = at / SumsLength;
        var done = period != _period && _probes > 0 ? TakeSums(status, at) : null;
        _period = period;
        _probes++;
        _bad += isBad ? 1 : 0;
        _noEvidence += isEvidence ? 0 : 1;
        var microseconds = (long)duration.TotalMicroseconds;
        _sum += microseconds;
        _max = Math.Max(_max, microseconds);
        return done;
    }

    /// <param name="since">The hour of missed and refused probes before the first one.</param>
    /// <returns>Null when nothing was added.</returns>
    public HourSums? TakeSums(TargetStatus status, long since)
    {
        var (late, missed, refused) = (status.Late - _before.Late, status.Missed - _before.Missed, status.Refused - _before.Refused);
        if (_probes == 0 && missed == 0 && refused == 0)
        {
            return null;
        }

        var hour = (_period == 0 ? since : _period * SumsLength) / HourLength * HourLength;
        var sums = new HourSums(hour, _probes, _bad, late, missed, refused, _noEvidence, _sum, _max);
        (_probes, _bad, _noEvidence, _sum, _max) = (0, 0, 0, 0, 0);
        _before = (status.Late, status.Missed, status.Refused);
        return sums;
    }
}
