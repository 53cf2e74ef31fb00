using System.Globalization;
using Sigma.Engine.Rules;

namespace Sigma.Engine.Correlations;

/// <summary>The groups of one correlation.</summary>
internal sealed class CorrelationState(CorrelationRule first, CorrelationLimits limits, CorrelationMemory memory)
{
    private readonly Dictionary<string, LinkedListNode<(string Key, CorrelationGroup Group)>> _groups = new(StringComparer.Ordinal);
    private readonly LinkedList<(string Key, CorrelationGroup Group)> _byUse = [];
    private PriorityQueue<string, long> _closing = new();

    private readonly bool _waits = first.IsJudgedAtTheEnd;

    /// <summary>Another object for the same text, after rules were reloaded: the rules that refer to it may have changed.</summary>
    public CorrelationRule Rule { get; set; } = first;

    public int Groups => _groups.Count;

    /// <summary>The last use of the group that was idle longest; null when there is none.</summary>
    public long? OldestUse => _byUse.First?.Value.Group.LastUse;

    /// <summary>Forgets the group that was idle longest.</summary>
    public void Evict()
    {
        Remove(_byUse.First!);
        ForgetStale();
    }

    /// <summary>Returns the memory of all groups.</summary>
    public void Clear()
    {
        while (_byUse.First is { } oldest)
        {
            Remove(oldest);
        }
    }

    /// <returns>An alert, if the match makes the condition true.</returns>
    public CorrelationAlert? Add(CorrelationInput input, CorrelationReference reference, long watermark)
    {
        var number = 0.0;
        if (reference.GroupOf(input) is not { } key || reference.ValueOf(input) is not { } value
            || (NeedsNumber && !TryRead(reference.NumberOf(input), out number)))
        {
            memory.Incomplete++;
            return null;
        }

        RemoveOver(watermark);
        var group = GroupOf(key, reference, input);
        var entry = new WindowEntry(input.Time.UtcTicks, reference.Number, value, number, input.Event);
        if (!_waits)
        {
            var turns = group.Insert(entry);
            group.Forget(watermark - Rule.Timespan.Ticks);
            return turns ? new(Rule, group.Fields, input.Time, input.Event) : null;
        }

        long? closed = group.IsEmpty ? null : Closes(group);
        group.Collect(entry);
        if (Closes(group) is var closes && closes != closed)
        {
            _closing.Enqueue(key, closes);
            ForgetStale();
        }

        return null;
    }

    /// <summary>Judges the windows that ended before a time.</summary>
    public IEnumerable<CorrelationAlert> CloseUntil(long ticks)
    {
        while (_closing.TryPeek(out var key, out var closes) && closes <= ticks)
        {
            _closing.Dequeue();
            if (!_groups.TryGetValue(key, out var node) || node.Value.Group is not { IsEmpty: false } group || Closes(group) != closes)
            {
                continue; // an earlier match has arrived since, and its window has another entry
            }

            if (group.Close() is { } last)
            {
                yield return new(Rule, group.Fields, new(last.Ticks, TimeSpan.Zero), last.Event);
            }

            if (!group.IsEmpty)
            {
                _closing.Enqueue(key, Closes(group));
            }
        }
    }

    private long Closes(CorrelationGroup group) => group.OpenedTicks + Rule.Timespan.Ticks;

    /// <summary>Otherwise windows that opened earlier, or whose groups are gone, would be remembered until their end.</summary>
    private void ForgetStale()
    {
        if (_closing.Count > 1024 + (2 * _groups.Count))
        {
            _closing = new(_byUse.Where(pair => !pair.Group.IsEmpty).Select(pair => (pair.Key, Closes(pair.Group))));
        }
    }

    private bool NeedsNumber =>
        Rule.Type is CorrelationType.ValueSum or CorrelationType.ValueAverage or CorrelationType.ValuePercentile;

    /// <summary>Without "NaN" and "Infinity", which would spoil a sum for good.</summary>
    private static bool TryRead(string text, out double number) =>
        double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out number) && double.IsFinite(number);

    private CorrelationGroup GroupOf(string key, CorrelationReference reference, CorrelationInput input)
    {
        if (_groups.TryGetValue(key, out var node))
        {
            _byUse.Remove(node);
            _byUse.AddLast(node);
            node.Value.Group.LastUse = memory.NextUse();
            return node.Value.Group;
        }

        memory.MakeRoomFor(Rule.Key);
        memory.Add(key);
        var fields = reference.FieldsOf(Rule.GroupBy, input);
        var group = new CorrelationGroup(Rule, fields, limits.MaxEntries, memory) { LastUse = memory.NextUse() };
        _groups[key] = _byUse.AddLast((key, group));
        return group;
    }

    /// <summary>Forgets groups that can no longer fire: two for each new one, so that their number never grows.</summary>
    private void RemoveOver(long watermark)
    {
        for (var i = 0; i < 2 && _byUse.First is { } oldest && oldest.Value.Group.IsOver(watermark); i++)
        {
            if (_waits && !oldest.Value.Group.IsEmpty)
            {
                return;
            }

            Remove(oldest);
        }
    }

    private void Remove(LinkedListNode<(string Key, CorrelationGroup Group)> node)
    {
        node.Value.Group.Clear();
        memory.Remove(node.Value.Key);
        _groups.Remove(node.Value.Key);
        _byUse.Remove(node);
    }
}
