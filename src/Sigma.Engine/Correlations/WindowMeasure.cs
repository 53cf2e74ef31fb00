using Sigma.Engine.Rules;

namespace Sigma.Engine.Correlations;

/// <summary>What the condition compares, over entries that come and go: nothing is counted again.</summary>
internal sealed class WindowMeasure(CorrelationRule rule)
{
    private readonly Dictionary<string, int> _values = [];
    private readonly List<double> _sorted = [];
    private readonly int[] _references = new int[rule.References.Count];
    private int _count;
    private double _sum;

    public void Add(in WindowEntry entry)
    {
        _count++;
        switch (rule.Type)
        {
            case CorrelationType.ValueCount:
                _values[entry.Value] = _values.GetValueOrDefault(entry.Value) + 1;
                break;
            case CorrelationType.ValueSum or CorrelationType.ValueAverage:
                _sum += entry.Number;
                break;
            case CorrelationType.ValuePercentile:
                var at = _sorted.BinarySearch(entry.Number);
                _sorted.Insert(at < 0 ? ~at : at, entry.Number);
                break;
            case CorrelationType.Temporal or CorrelationType.TemporalOrdered:
                _references[entry.Reference]++;
                break;
        }
    }

    public void Remove(in WindowEntry entry)
    {
        _count--;
        switch (rule.Type)
        {
            case CorrelationType.ValueCount:
                if (--_values[entry.Value] == 0)
                {
                    _values.Remove(entry.Value);
                }

                break;
            case CorrelationType.ValueSum or CorrelationType.ValueAverage:
                // Rounding must not outlive the entries.
                _sum = _count == 0 ? 0 : _sum - entry.Number;
                break;
            case CorrelationType.ValuePercentile:
                _sorted.RemoveAt(_sorted.BinarySearch(entry.Number));
                break;
            case CorrelationType.Temporal or CorrelationType.TemporalOrdered:
                _references[entry.Reference]--;
                break;
        }
    }

    /// <param name="entries">The same entries, for what depends on their order.</param>
    public bool Holds(ReadOnlySpan<WindowEntry> entries)
    {
        switch (rule.Type)
        {
            case CorrelationType.Temporal when rule.Bounds.Count == 0:
                return !_references.Contains(0);
            case CorrelationType.TemporalOrdered:
                return !_references.Contains(0) && IsOrdered(entries);
            case CorrelationType.Temporal:
                return Complies(_references.Count(count => count > 0));
            case CorrelationType.EventCount:
                return Complies(_count);
            case CorrelationType.ValueCount:
                return Complies(_values.Count);
            case CorrelationType.ValueSum:
                return Complies(_sum);
            case CorrelationType.ValueAverage:
                return _count > 0 && Complies(_sum / _count);
            default:
                return _count > 0 && Complies(_sorted[Math.Max((int)Math.Ceiling(rule.Percentile / 100 * _count), 1) - 1]);
        }
    }

    private bool Complies(double measured) => rule.Bounds.All(bound => bound.Holds(measured));

    /// <summary>Whether the rules matched one after the other; at one time, the order in which they came counts.</summary>
    private bool IsOrdered(ReadOnlySpan<WindowEntry> entries)
    {
        var next = 0;
        foreach (ref readonly var entry in entries)
        {
            next += next < _references.Length && entry.Reference == next ? 1 : 0;
        }

        return next == _references.Length;
    }
}
