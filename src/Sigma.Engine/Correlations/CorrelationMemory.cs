namespace Sigma.Engine.Correlations;

/// <summary>
/// What the groups of correlations hold together, and its bounds; several correlators may share it. One thread at a time uses those that
/// do; any may read the numbers.
/// </summary>
/// <param name="limits">Bounds on groups and bytes.</param>
public sealed class CorrelationMemory(CorrelationLimits limits)
{
    // Roughly the cost of objects and of places in tables, beside their texts.
    private const int GroupBytes = 400;
    private const int EntryBytes = 120;

    private readonly Dictionary<string, List<CorrelationState>> _states = [];
    private long _uses;

    /// <summary>Groups that all correlations hold.</summary>
    public int Groups { get; private set; }

    /// <summary>What all groups hold, roughly.</summary>
    public long Bytes { get; private set; }

    /// <summary>Groups that were forgotten for want of room.</summary>
    public long Evicted { get; private set; }

    /// <summary>Matches that full groups forgot while a window would have held them, where their condition may need them.</summary>
    public long Overflowed { get; internal set; }

    /// <summary>Matches that came after their windows were over.</summary>
    public long Late { get; internal set; }

    /// <summary>Matches that lack a field of the group, or the field that is counted.</summary>
    public long Incomplete { get; internal set; }

    internal void Join(CorrelationState state)
    {
        if (!_states.TryGetValue(state.Rule.Key, out var states))
        {
            _states[state.Rule.Key] = states = [];
        }

        states.Add(state);
    }

    /// <summary>Its groups go with it.</summary>
    internal void Leave(CorrelationState state)
    {
        state.Clear();
        _states[state.Rule.Key].Remove(state);
    }

    /// <summary>Later uses have higher numbers.</summary>
    internal long NextUse() => ++_uses;

    /// <summary>A group of the correlation is to come: while it has as many as it may, the one goes that has been idle longest.</summary>
    internal void MakeRoomFor(string correlation)
    {
        var states = _states[correlation];
        if (states.Sum(state => state.Groups) >= limits.MaxGroups)
        {
            EvictOldest(states);
        }
    }

    /// <summary>While there is too much, the group goes that has been idle longest, whoever has it.</summary>
    internal void MakeRoom()
    {
        while (Bytes > limits.MaxBytes && Groups > 0)
        {
            EvictOldest(_states.Values.SelectMany(states => states));
        }
    }

    internal void Add(string key)
    {
        Groups++;
        Bytes += GroupBytes + (2L * key.Length);
    }

    internal void Remove(string key)
    {
        Groups--;
        Bytes -= GroupBytes + (2L * key.Length);
    }

    internal void Add(in WindowEntry entry) => Bytes += EntryBytes + (2L * entry.Value.Length);

    internal void Remove(in WindowEntry entry) => Bytes -= EntryBytes + (2L * entry.Value.Length);

    private void EvictOldest(IEnumerable<CorrelationState> states)
    {
        states.Where(state => state.OldestUse is not null).MinBy(state => state.OldestUse)!.Evict();
        Evicted++;
    }
}
