namespace Sigma.Engine.Correlations;

/// <summary>
/// The memory of correlation groups, and its limits; several correlators may share it. Only one thread at a time may use these correlators;
/// any thread may read the numbers.
/// </summary>
/// <param name="limits">Bounds on groups and bytes.</param>
public sealed class CorrelationMemory(CorrelationLimits limits)
{
    // The rough cost of objects and table entries, besides their texts.
    private const int GroupBytes = 400;
    private const int EntryBytes = 120;

    private readonly Dictionary<string, List<CorrelationState>> _states = [];
    private long _uses;

    /// <summary>Groups that all correlations hold.</summary>
    public int Groups { get; private set; }

    /// <summary>The memory of all groups, roughly.</summary>
    public long Bytes { get; private set; }

    /// <summary>Groups that were forgotten because of a limit.</summary>
    public long Evicted { get; private set; }

    /// <summary>Matches that full groups forgot while a window contained them, if their condition may need them.</summary>
    public long Overflowed { get; internal set; }

    /// <summary>Matches that arrived after the end of their windows.</summary>
    public long Late { get; internal set; }

    /// <summary>Matches without a field of the group, or without the counted field.</summary>
    public long Incomplete { get; internal set; }

    internal void Join(CorrelationState state)
    {
        if (!_states.TryGetValue(state.Rule.Key, out var states))
        {
            _states[state.Rule.Key] = states = [];
        }

        states.Add(state);
    }

    /// <summary>Removes a correlation and its groups.</summary>
    internal void Leave(CorrelationState state)
    {
        state.Clear();
        _states[state.Rule.Key].Remove(state);
    }

    /// <summary>Later uses have higher numbers.</summary>
    internal long NextUse() => ++_uses;

    /// <summary>
    /// Makes room for a new group of the correlation: while it has the most allowed groups, the one that was idle longest is forgotten.
    /// </summary>
    internal void MakeRoomFor(string correlation)
    {
        var states = _states[correlation];
        if (states.Sum(state => state.Groups) >= limits.MaxGroups)
        {
            EvictOldest(states);
        }
    }

    /// <summary>While there is too much, forgets the group that was idle longest, of any correlation.</summary>
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
