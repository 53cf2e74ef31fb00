using System.Collections.Immutable;
using System.Diagnostics;

namespace Prometheus;

/// <summary>The metrics that are scraped together.</summary>
public sealed class CollectorRegistry
{
    private readonly Lock _gate = new();
    private readonly Dictionary<string, CollectorFamily> _families = new(StringComparer.Ordinal);
    private ImmutableList<Action> _beforeCollect = [];
    private CollectorFamily[] _inOrderOfCreation = [];
    private Label[]? _staticLabels;
    private bool _collected;

    internal CollectorRegistry()
    {
    }

    /// <summary>Sets the labels that every metric of this registry carries; once, before the first metric.</summary>
    /// <exception cref="InvalidOperationException">They are set already, or there is a metric already.</exception>
    public void SetStaticLabels(IDictionary<string, string> labels)
    {
        ArgumentNullException.ThrowIfNull(labels);
        foreach (var (name, value) in labels)
        {
            NameRules.RequireLabelName(name);
            ArgumentNullException.ThrowIfNull(value, name);
        }

        lock (_gate)
        {
            if (_staticLabels is not null || _families.Count > 0 || _collected)
            {
                throw new InvalidOperationException("Static labels can be set once, before the first metric and the first scrape.");
            }

            _staticLabels = [.. labels.Select(label => new Label(label.Key, label.Value))];
        }
    }

    /// <summary>
    /// Calls back before each scrape, in the order of registration; scrapes at the same time call it at the same time. An exception is
    /// traced and otherwise ignored: one callback that fails must not cost the scrape all other metrics.
    /// </summary>
    public void AddBeforeCollectCallback(Action callback)
    {
        ArgumentNullException.ThrowIfNull(callback);
        ImmutableInterlocked.Update(ref _beforeCollect, list => list.Add(callback));
    }

    /// <summary>Writes every metric, in the order of their creation, as UTF-8; the stream stays open.</summary>
    public Task CollectAndExportAsTextAsync(Stream to, CancellationToken cancel = default) =>
        CollectAndExportAsTextAsync(to, ExpositionFormat.PrometheusText, cancel);

    internal async Task CollectAndExportAsTextAsync(Stream to, ExpositionFormat format, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(to);
        using var text = Collect(format);
        await to.WriteAsync(text.Written, cancellationToken);
    }

    /// <summary>A whole scrape in memory, so that it leaves in one piece; the caller disposes it.</summary>
    internal ExpositionWriter Collect(ExpositionFormat format)
    {
        Volatile.Write(ref _collected, true);
        foreach (var callback in Volatile.Read(ref _beforeCollect))
        {
            try
            {
                callback();
            }
            catch (Exception exception)
            {
                Trace.WriteLine($"Metrics before-collect callback failed: {exception}");
            }
        }

        var writer = new ExpositionWriter(format);
        foreach (var family in Volatile.Read(ref _inOrderOfCreation))
        {
            family.WriteTo(writer);
        }

        writer.WriteEnd();
        return writer;
    }

    /// <param name="name">The metric's name.</param>
    /// <param name="labelNames">The names of its instances' labels.</param>
    /// <param name="create">Is given the static labels.</param>
    internal TCollector GetOrAdd<TCollector>(string name, string[] labelNames, Func<Label[], TCollector> create)
        where TCollector : Collector
    {
        ArgumentNullException.ThrowIfNull(name);
        ArgumentNullException.ThrowIfNull(labelNames);
        lock (_gate)
        {
            var staticLabels = _staticLabels ?? [];
            if (_families.TryGetValue(name, out var family))
            {
                return family.GetOrAdd(labelNames, staticLabels, create);
            }

            var collector = create(staticLabels);
            family = new CollectorFamily(collector);
            _families.Add(name, family);
            Volatile.Write(ref _inOrderOfCreation, [.. _inOrderOfCreation, family]);
            return collector;
        }
    }
}
