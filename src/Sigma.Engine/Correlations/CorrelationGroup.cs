using System.Runtime.InteropServices;
using Sigma.Engine.Rules;

namespace Sigma.Engine.Correlations;

/// <summary>The matches of one group, by their times, and the window that ends with the newest.</summary>
internal sealed class CorrelationGroup(
    CorrelationRule rule, IReadOnlyList<KeyValuePair<string, string>> fields, int maxEntries, CorrelationMemory memory)
{
    private readonly List<WindowEntry> _entries = [];
    private readonly long _span = rule.Timespan.Ticks;
    private WindowMeasure _measure = new(rule);
    private int _first;
    private bool _held;

    public IReadOnlyList<KeyValuePair<string, string>> Fields => fields;

    public bool IsEmpty => _entries.Count == 0;

    public long FirstTicks => _entries[0].Ticks;

    /// <summary>When it was used last, in the order of all groups.</summary>
    public long LastUse { get; set; }

    /// <summary>Whether no window can hold any of its entries any more.</summary>
    public bool IsOver(long watermark) => _entries.Count == 0 || _entries[^1].Ticks <= watermark - _span;

    /// <summary>Gives the memory of all entries back.</summary>
    public void Clear() => Remove(_entries.Count);

    /// <summary>Puts an entry in.</summary>
    /// <returns>Whether the condition turns from false to true, in a window that now holds the entry.</returns>
    public bool Insert(in WindowEntry entry)
    {
        Trim();
        var isNewest = _entries.Count == 0 || entry.Ticks >= _entries[^1].Ticks;
        var at = isNewest ? _entries.Count : UpperBound(entry.Ticks);
        _entries.Insert(at, entry);
        memory.Add(entry);
        if (isNewest)
        {
            _measure.Add(entry);
            while (_entries[_first].Ticks <= entry.Ticks - _span)
            {
                _measure.Remove(_entries[_first++]);
            }
        }
        else if (at < _first)
        {
            _first++;
        }
        else if (entry.Ticks > _entries[^1].Ticks - _span)
        {
            _measure.Add(entry);
        }
        else
        {
            _first = at + 1;
        }

        var holds = _measure.Holds(CollectionsMarshal.AsSpan(_entries)[_first..]);
        var turns = !_held && (holds || (!isNewest && HoldsInLaterWindow(at)));
        _held = holds;
        return turns;
    }

    /// <summary>Puts an entry in that is judged when its window is over.</summary>
    public void Collect(in WindowEntry entry)
    {
        if (_entries.Count == maxEntries)
        {
            Remove(1);
        }

        _entries.Insert(UpperBound(entry.Ticks), entry);
        memory.Add(entry);
    }

    /// <summary>Judges the window that the first entry opened, and forgets its entries.</summary>
    /// <returns>The last entry of the window, when the condition holds.</returns>
    public WindowEntry? Close()
    {
        var end = LowerBound(FirstTicks + _span);
        var window = CollectionsMarshal.AsSpan(_entries)[..end];
        var measure = new WindowMeasure(rule);
        foreach (ref readonly var entry in window)
        {
            measure.Add(entry);
        }

        var last = measure.Holds(window) ? window[^1] : (WindowEntry?)null;
        Remove(end);
        return last;
    }

    /// <summary>Forgets what no window can hold any more.</summary>
    public void Forget(long before)
    {
        var count = Math.Min(UpperBound(before), _first);
        if (count > 0 && count >= _entries.Count / 2)
        {
            Remove(count);
            _first -= count;
        }
    }

    private bool HoldsInLaterWindow(int at)
    {
        // Windows end with each entry that comes later than this one, by less than the span.
        for (var end = at; end < _entries.Count && _entries[end].Ticks < _entries[at].Ticks + _span; end++)
        {
            var first = UpperBound(_entries[end].Ticks - _span);
            var window = CollectionsMarshal.AsSpan(_entries)[first..(end + 1)];
            var measure = new WindowMeasure(rule);
            foreach (ref readonly var entry in window)
            {
                measure.Add(entry);
            }

            if (measure.Holds(window))
            {
                return true;
            }
        }

        return false;
    }

    private void Trim()
    {
        if (_entries.Count < maxEntries)
        {
            return;
        }

        // Half at once, because moving the rest costs as much for one.
        var count = Math.Max(maxEntries / 2, 1);
        for (var i = _first; i < count; i++)
        {
            _measure.Remove(_entries[i]);
        }

        Remove(count);
        _first = Math.Max(_first - count, 0);
        if (_entries.Count == 0)
        {
            _measure = new(rule);
        }
    }

    private void Remove(int count)
    {
        memory.Remove(CollectionsMarshal.AsSpan(_entries)[..count]);
        _entries.RemoveRange(0, count);
    }

    /// <summary>The place of the first entry that is later.</summary>
    private int UpperBound(long ticks) => Search(ticks, isUpper: true);

    /// <summary>The place of the first entry that is not earlier.</summary>
    private int LowerBound(long ticks) => Search(ticks, isUpper: false);

    private int Search(long ticks, bool isUpper)
    {
        var (low, high) = (0, _entries.Count);
        while (low < high)
        {
            var middle = (low + high) >>> 1;
            if (_entries[middle].Ticks < ticks || (isUpper && _entries[middle].Ticks == ticks))
            {
                low = middle + 1;
            }
            else
            {
                high = middle;
            }
        }

        return low;
    }
}
