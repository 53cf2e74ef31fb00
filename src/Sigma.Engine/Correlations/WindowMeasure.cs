using Sigma.Engine.Rules;

namespace Sigma.Engine.Correlations;

/// <summary>The value that the condition compares, updated as entries come and go.</summary>
internal sealed class WindowMeasure(CorrelationRule rule)
{
    private readonly Dictionary<string, int>? _values = rule.Type == CorrelationType.ValueCount ? [] : null;
    private readonly int[] _references = rule.Type is CorrelationType.Temporal or CorrelationType.TemporalOrdered
        ? new int[rule.References.Count] : [];

    /// <summary>
    /// For each bound, how many numbers are below it and how many equal it: that gives the side on which a percentile lies.
    /// </summary>
    private readonly (int Below, int Equal)[] _sides = rule.Type == CorrelationType.ValuePercentile
        ? new (int, int)[rule.Bounds.Count] : [];

    /// <summary>For each rule, when the latest ordered sequence of matches of all rules up to it began.</summary>
    private readonly long[] _rows = rule.Type == CorrelationType.TemporalOrdered ? NoRows(rule.References.Count) : [];

    private int _count;
    private double _sum;

    /// <summary>
    /// Whether the condition may be true for a part of the entries. More entries never make it false, except for sums, averages and
    /// percentiles, where the whole says nothing about a part.
    /// </summary>
    public bool MayHold => rule.Type switch
    {
        CorrelationType.ValueSum or CorrelationType.ValueAverage or CorrelationType.ValuePercentile => true,
        CorrelationType.TemporalOrdered => !_references.Contains(0),
        _ => Holds(long.MinValue),
    };

    /// <param name="entry">The entry; for ordered rules it is the newest.</param>
    public void Add(in WindowEntry entry)
    {
        Change(entry, 1);
        if (rule.Type == CorrelationType.TemporalOrdered)
        {
            _rows[entry.Reference] = entry.Reference == 0 ? entry.Ticks : _rows[entry.Reference - 1];
        }
    }

    /// <param name="entry">The oldest.</param>
    public void Remove(in WindowEntry entry) => Change(entry, -1);

    /// <param name="end">The time of the newest entry.</param>
    public bool Holds(long end) => rule.Type switch
    {
        CorrelationType.Temporal when rule.Bounds.Count == 0 => !_references.Contains(0),
        CorrelationType.TemporalOrdered => _rows[^1] > end - rule.Timespan.Ticks,
        CorrelationType.Temporal => Complies(_references.Count(count => count > 0)),
        CorrelationType.EventCount => Complies(_count),
        CorrelationType.ValueCount => Complies(_values!.Count),
        CorrelationType.ValueSum => Complies(_sum),
        CorrelationType.ValueAverage => _count > 0 && Complies(_sum / _count),
        _ => _count > 0 && PercentileComplies(),
    };

    private static long[] NoRows(int count)
    {
        var rows = new long[count];
        Array.Fill(rows, long.MinValue);
        return rows;
    }

    private void Change(in WindowEntry entry, int by)
    {
        _count += by;
        switch (rule.Type)
        {
            case CorrelationType.ValueCount:
                Count(entry.Value, by);
                break;
            case CorrelationType.ValueSum or CorrelationType.ValueAverage:
                // Rounding errors must not outlive the entries.
                _sum = _count == 0 ? 0 : _sum + (by * entry.Number);
                break;
            case CorrelationType.ValuePercentile:
                Count(entry.Number, by);
                break;
            case CorrelationType.Temporal or CorrelationType.TemporalOrdered:
                _references[entry.Reference] += by;
                break;
        }
    }

    private void Count(string value, int by)
    {
        var values = _values!;
        var count = values.GetValueOrDefault(value) + by;
        if (count == 0)
        {
            values.Remove(value);
        }
        else
        {
            values[value] = count;
        }
    }

    private void Count(double number, int by)
    {
        for (var i = 0; i < _sides.Length; i++)
        {
            var order = number.CompareTo(rule.Bounds[i].Number);
            _sides[i].Below += order < 0 ? by : 0;
            _sides[i].Equal += order == 0 ? by : 0;
        }
    }

    private bool Complies(double measured)
    {
        for (var i = 0; i < rule.Bounds.Count; i++)
        {
            if (!rule.Bounds[i].Holds(measured))
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>The nearest rank: the smallest number that at least so many percent do not exceed.</summary>
    private bool PercentileComplies()
    {
        var rank = Math.Max((int)Math.Ceiling(rule.Percentile / 100 * _count), 1);
        for (var i = 0; i < _sides.Length; i++)
        {
            var (below, equal) = _sides[i];
            var onThatSide = rank <= below ? double.NegativeInfinity
                : rank <= below + equal ? rule.Bounds[i].Number
                : double.PositiveInfinity;
            if (!rule.Bounds[i].Holds(onThatSide))
            {
                return false;
            }
        }

        return true;
    }
}
