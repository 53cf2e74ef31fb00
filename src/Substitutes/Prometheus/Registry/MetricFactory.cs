namespace Prometheus;

/// <summary>
/// Creates metrics. Asking again for the same name and labels gives the same instance, whatever else was asked; the same name with
/// other label names gives another metric of the same family.
/// </summary>
public sealed class MetricFactory
{
    private readonly CollectorRegistry _registry;

    internal MetricFactory(CollectorRegistry registry)
    {
        ArgumentNullException.ThrowIfNull(registry);
        _registry = registry;
    }

    /// <exception cref="ArgumentException">Not a metric name, or not a label name.</exception>
    /// <exception cref="InvalidOperationException">A label occurs twice, or the name is that of a metric of another type.</exception>
    public Counter CreateCounter(string name, string help, string[] labelNames, CounterConfiguration? configuration = null) =>
        _registry.GetOrAdd(name, labelNames, labels => new Counter(name, help, labelNames, labels, configuration));

    /// <inheritdoc cref="CreateCounter(string, string, string[], CounterConfiguration?)"/>
    public Counter CreateCounter(string name, string help, CounterConfiguration? configuration = null) =>
        CreateCounter(name, help, configuration?.LabelNames ?? [], configuration);

    /// <inheritdoc cref="CreateCounter(string, string, string[], CounterConfiguration?)"/>
    public Counter CreateCounter(string name, string help, params string[] labelNames) => CreateCounter(name, help, labelNames, null);

    /// <inheritdoc cref="CreateCounter(string, string, string[], CounterConfiguration?)"/>
    public Gauge CreateGauge(string name, string help, params string[] labelNames) =>
        _registry.GetOrAdd(name, labelNames, labels => new Gauge(name, help, labelNames, labels));

    /// <inheritdoc cref="CreateCounter(string, string, string[], CounterConfiguration?)"/>
    public Histogram CreateHistogram(string name, string help, string[] labelNames, HistogramConfiguration? configuration = null) =>
        _registry.GetOrAdd(name, labelNames, labels => new Histogram(name, help, labelNames, labels, configuration));

    /// <inheritdoc cref="CreateCounter(string, string, string[], CounterConfiguration?)"/>
    public Histogram CreateHistogram(string name, string help, HistogramConfiguration? configuration = null) =>
        CreateHistogram(name, help, configuration?.LabelNames ?? [], configuration);

    /// <inheritdoc cref="CreateCounter(string, string, string[], CounterConfiguration?)"/>
    public Histogram CreateHistogram(string name, string help, params string[] labelNames) => CreateHistogram(name, help, labelNames, null);
}
