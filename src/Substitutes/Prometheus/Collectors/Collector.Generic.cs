using System.Collections.Concurrent;

namespace Prometheus;

/// <summary>
/// Keeps the children of a metric. Finding one that exists takes no lock and, by span, no allocation; a hot path still resolves
/// its children once and holds on to them.
/// </summary>
public abstract class Collector<TChild> : Collector
    where TChild : ChildBase
{
    private readonly Lock _gate = new();
    private readonly List<TChild> _inOrderOfCreation = [];
    private readonly ConcurrentDictionary<string[], TChild> _labelled = new(LabelValuesComparer.Instance);
    private readonly ConcurrentDictionary<string[], TChild>.AlternateLookup<ReadOnlySpan<string>> _byLabelValues;
    private volatile TChild? _unlabelled;

    private protected Collector(string name, string help, string[] labelNames, Label[] staticLabels, MetricConfiguration? configuration)
        : base(name, help, labelNames, staticLabels, configuration) =>
        _byLabelValues = _labelled.GetAlternateLookup<ReadOnlySpan<string>>();

    /// <summary>The child that carries the static labels only; a metric with label names may have it too.</summary>
    protected internal TChild Unlabelled => _unlabelled ?? AddUnlabelled();

    /// <inheritdoc cref="WithLabels(ReadOnlySpan{string})"/>
    public TChild WithLabels(params string[] labelValues)
    {
        ArgumentNullException.ThrowIfNull(labelValues);
        return WithLabels(labelValues.AsSpan());
    }

    /// <summary>The child with these values, created when there is none: the same instance each time.</summary>
    /// <param name="labelValues">One for each of <see cref="Collector.LabelNames"/>, in that order.</param>
    /// <exception cref="ArgumentException">More or fewer values than label names.</exception>
    /// <exception cref="NotSupportedException">A value is null.</exception>
    public TChild WithLabels(ReadOnlySpan<string> labelValues) =>
        _byLabelValues.TryGetValue(labelValues, out var child) ? child : AddLabelled(labelValues);

    internal sealed override void Remove(ChildBase child)
    {
        lock (_gate)
        {
            if (!_inOrderOfCreation.Remove((TChild)child))
            {
                return;
            }

            if (child == _unlabelled)
            {
                _unlabelled = null;
            }
            else
            {
                _labelled.TryRemove(child.LabelValues, out _);
            }
        }
    }

    internal sealed override void WriteTo(ExpositionWriter writer)
    {
        // The lock keeps new series waiting for the microseconds that writing to memory takes. Observing takes no lock.
        lock (_gate)
        {
            if (LabelCount == 0)
            {
                _ = Unlabelled;
            }

            foreach (var child in _inOrderOfCreation)
            {
                child.WriteTo(writer);
            }
        }
    }

    private protected abstract TChild CreateChild(string[] labelValues);

    private TChild AddUnlabelled()
    {
        lock (_gate)
        {
            return _unlabelled ??= Add([]);
        }
    }

    private TChild AddLabelled(ReadOnlySpan<string> labelValues)
    {
        if (labelValues.Length != LabelCount)
        {
            throw new ArgumentException(
                $"{this} takes {LabelCount} label values; {labelValues.Length} were given.", nameof(labelValues));
        }

        if (labelValues.Contains(null))
        {
            throw new NotSupportedException($"A label value of {this} is null; use an empty string.");
        }

        if (labelValues.IsEmpty)
        {
            return Unlabelled;
        }

        lock (_gate)
        {
            if (!_byLabelValues.TryGetValue(labelValues, out var child))
            {
                child = Add(labelValues.ToArray());
                _labelled[child.LabelValues] = child;
            }

            return child;
        }
    }

    private TChild Add(string[] labelValues)
    {
        var child = CreateChild(labelValues);
        _inOrderOfCreation.Add(child);
        return child;
    }
}
