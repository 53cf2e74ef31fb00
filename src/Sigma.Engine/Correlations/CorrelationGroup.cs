using Sigma.Engine.Rules;

namespace Sigma.Engine.Correlations;

/// <summary>The matches of one group, by their times, and the window that ends with the newest one.</summary>
internal sealed class CorrelationGroup(
    CorrelationRule rule, IReadOnlyList<KeyValuePair<string, string>> fields, int maxEntries, CorrelationMemory memory)
{
    /// <summary>Entries that have left the newest window. The window of a late match may contain them.</summary>
    private readonly WindowEntries _older = new();
    private readonly WindowEntries _window = new();
    private readonly long _span = rule.Timespan.Ticks;

    /// <summary>Whether the kept entries may be too few. For a count they are enough up to their number.</summary>
    private readonly bool _needsAll = rule.Type != CorrelationType.EventCount || rule.Bounds.Any(bound => bound.IsBeyond(maxEntries));
    private readonly WindowMeasure _whole = new(rule);
    private WindowMeasure _measure = new(rule);
    private bool _held;
    private bool _isCut;

    public IReadOnlyList<KeyValuePair<string, string>> Fields => fields;

    public bool IsEmpty => _window.Count == 0;

    /// <summary>When the window opened that is judged at its end; in a full group the entry that opened it may be gone.</summary>
    public long OpenedTicks { get; private set; }

    /// <summary>The number of its last use, in the order of all groups.</summary>
    public long LastUse { get; set; }

    /// <summary>Whether no window that ends at or after a given time can contain any of its entries.</summary>
    public bool IsOver(long ticks) => IsEmpty || _window.Last.Ticks <= ticks - _span;

    /// <summary>Returns the memory of all entries.</summary>
    public void Clear()
    {
        while (_older.Count + _window.Count > 0)
        {
            memory.Remove((_older.Count > 0 ? _older : _window).RemoveFirst());
        }
    }

    /// <summary>Adds an entry.</summary>
    /// <returns>Whether the condition becomes true in a window with the entry.</returns>
    public bool Insert(in WindowEntry entry)
    {
        _held &= !IsOver(entry.Ticks); // in between the window was empty, as that of a group that was given back
        if (_older.Count + _window.Count == maxEntries)
        {
            RemoveOldest(entry.Ticks - _span);
        }

        memory.Add(entry);
        _whole.Add(entry);
        var isLate = !IsEmpty && entry.Ticks < _window.Last.Ticks;
        if (isLate)
        {
            InsertLate(entry);
        }
        else
        {
            Append(entry);
        }

        var holds = _measure.Holds(_window.Last.Ticks);
        var turns = !_held && (holds || (isLate && _whole.MayHold && HoldsInWindowOf(entry)));
        _held = holds;
        return turns;
    }

    /// <summary>Adds an entry that is judged at the end of its window.</summary>
    public void Collect(in WindowEntry entry)
    {
        OpenedTicks = IsEmpty ? entry.Ticks : Math.Min(OpenedTicks, entry.Ticks);
        if (_window.Count == maxEntries)
        {
            memory.Remove(_window.RemoveFirst());
            memory.Overflowed++;
            _isCut = true;
        }

        _window.Insert(entry);
        memory.Add(entry);
    }

    /// <summary>
    /// Judges the window that the first entry opened, and forgets its entries, except those after a line at which windows begin anew. If
    /// entries were dropped, the remaining ones are not enough to judge the window, so they stay in its place.
    /// </summary>
    /// <returns>The last entry of the window, if the condition is true.</returns>
    public WindowEntry? Close()
    {
        var opened = _isCut ? _window.First.Ticks : OpenedTicks;
        var end = opened + _span;
        var next = Math.Min(end, WindowLines.After(opened, rule.Timespan));
        var measure = new WindowMeasure(rule);
        var last = default(WindowEntry);
        foreach (var entry in _window.After(long.MinValue).TakeWhile(entry => entry.Ticks < end))
        {
            last = entry;
            measure.Add(entry);
        }

        while (!IsEmpty && _window.First.Ticks < next)
        {
            memory.Remove(_window.RemoveFirst());
        }

        (OpenedTicks, _isCut) = (IsEmpty ? 0 : _window.First.Ticks, false);
        return measure.Holds(last.Ticks) ? last : null;
    }

    /// <summary>Forgets entries that no window can contain any more.</summary>
    public void Forget(long before)
    {
        while (_older.Count > 0 && _older.First.Ticks <= before)
        {
            RemoveOldest(before);
        }
    }

    private void Append(in WindowEntry entry)
    {
        _window.Insert(entry);
        _measure.Add(entry);
        while (_window.First.Ticks <= entry.Ticks - _span)
        {
            var left = _window.RemoveFirst();
            _measure.Remove(left);
            _older.Insert(left);
        }
    }

    private void InsertLate(in WindowEntry entry)
    {
        if (entry.Ticks <= _window.Last.Ticks - _span)
        {
            _older.Insert(entry);
            return;
        }

        _window.Insert(entry);
        if (rule.Type != CorrelationType.TemporalOrdered)
        {
            _measure.Add(entry);
            return;
        }

        _measure = new(rule);
        foreach (var one in _window.After(long.MinValue))
        {
            _measure.Add(one);
        }
    }

    /// <param name="before">The time; no window needs earlier entries.</param>
    private void RemoveOldest(long before)
    {
        var isOfTheWindow = _older.Count == 0;
        var oldest = (isOfTheWindow ? _window : _older).RemoveFirst();
        if (isOfTheWindow)
        {
            _measure.Remove(oldest);
        }

        _whole.Remove(oldest);
        memory.Remove(oldest);
        if (_needsAll && oldest.Ticks > before)
        {
            memory.Overflowed++;
        }
    }

    /// <summary>
    /// The windows end with the entry itself, and with each entry less than a span later. Each is made from the previous one.
    /// </summary>
    private bool HoldsInWindowOf(in WindowEntry late)
    {
        var measure = new WindowMeasure(rule);
        var end = late.Ticks;
        using var leaving = After(late.Ticks - _span).GetEnumerator();
        leaving.MoveNext();
        foreach (var entry in After(late.Ticks - _span))
        {
            if (entry.Ticks > late.Ticks && (entry.Ticks >= late.Ticks + _span || measure.Holds(end)))
            {
                break;
            }

            measure.Add(entry);
            for (end = entry.Ticks; leaving.Current.Ticks <= end - _span; leaving.MoveNext())
            {
                measure.Remove(leaving.Current);
            }
        }

        return measure.Holds(end);
    }

    private IEnumerable<WindowEntry> After(long ticks) => _older.After(ticks).Concat(_window.After(ticks));
}
