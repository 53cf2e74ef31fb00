namespace Prometheus;

/// <inheritdoc cref="ICollectorRegistry"/>
public sealed class CollectorRegistry : ICollectorRegistry
{
    private readonly Lock _gate = new();
    private readonly BeforeCollectCallbacks _callbacks = new();
    private readonly Dictionary<string, CollectorFamily> _families = new(StringComparer.Ordinal);
    private CollectorFamily[] _inOrderOfCreation = [];
    private Label[]? _staticLabels;
    private Lazy<bool>? _beforeFirstCollect;
    private bool _collected;

    internal CollectorRegistry()
    {
    }

    public IEnumerable<KeyValuePair<string, string>> StaticLabels =>
        from label in _staticLabels ?? [] select KeyValuePair.Create(label.Name, label.Value);

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

    public void AddBeforeCollectCallback(Action callback) => _callbacks.Add(callback);

    public void AddBeforeCollectCallback(Func<CancellationToken, Task> callback) => _callbacks.Add(callback);

    public Task CollectAndExportAsTextAsync(Stream to, CancellationToken cancel = default) =>
        CollectAndExportAsTextAsync(to, ExpositionFormat.PrometheusText, cancel);

    public async Task CollectAndExportAsTextAsync(Stream to, ExpositionFormat format, CancellationToken cancel = default)
    {
        ArgumentNullException.ThrowIfNull(to);
        using var text = await CollectAsync(format, cancel);
        await to.WriteAsync(text.Written, cancel);
    }

    /// <summary>A whole scrape in memory, so that it leaves in one piece; the caller disposes it.</summary>
    /// <inheritdoc cref="CollectAndExportAsTextAsync(Stream, ExpositionFormat, CancellationToken)"/>
    internal async Task<ExpositionWriter> CollectAsync(ExpositionFormat format, CancellationToken cancellationToken)
    {
        _ = Volatile.Read(ref _beforeFirstCollect)?.Value;
        Volatile.Write(ref _collected, true);
        await _callbacks.InvokeAsync(cancellationToken);

        var writer = new ExpositionWriter(format);
        foreach (var family in Volatile.Read(ref _inOrderOfCreation))
        {
            family.WriteTo(writer);
        }

        writer.WriteEnd();
        return writer;
    }

    /// <summary>Runs once, however many scrapes come at the same time; all of them wait for it.</summary>
    internal void SetBeforeFirstCollect(Action action) => _beforeFirstCollect = new Lazy<bool>(() =>
    {
        action();
        return true;
    });

    /// <param name="name">Of the metric.</param>
    /// <param name="labelNames">Of its instances.</param>
    /// <param name="factoryLabels">To which this adds the registry's own.</param>
    /// <param name="create">Is given all static labels.</param>
    internal TCollector GetOrAdd<TCollector>(string name, string[] labelNames, Label[] factoryLabels, Func<Label[], TCollector> create)
        where TCollector : Collector
    {
        ArgumentNullException.ThrowIfNull(name);
        ArgumentNullException.ThrowIfNull(labelNames);
        lock (_gate)
        {
            // Sorted, so that two factories that name the same labels in another order mean the same series.
            Label[] staticLabels = [.. factoryLabels.Concat(_staticLabels ?? []).OrderBy(label => label.Name, StringComparer.Ordinal)];
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
