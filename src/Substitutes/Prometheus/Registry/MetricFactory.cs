namespace Prometheus;

/// <inheritdoc cref="IMetricFactory"/>
public sealed class MetricFactory : IMetricFactory
{
    private readonly CollectorRegistry _registry;
    private readonly Label[] _labels;

    internal MetricFactory(CollectorRegistry registry)
        : this(registry, [])
    {
    }

    private MetricFactory(CollectorRegistry registry, Label[] labels)
    {
        ArgumentNullException.ThrowIfNull(registry);
        _registry = registry;
        _labels = labels;
    }

    public ExemplarBehavior? ExemplarBehavior { get; set; }

    public Counter CreateCounter(string name, string help, CounterConfiguration? configuration = null) =>
        CreateCounter(name, help, configuration?.LabelNames ?? [], configuration);

    public Gauge CreateGauge(string name, string help, GaugeConfiguration? configuration = null) =>
        CreateGauge(name, help, configuration?.LabelNames ?? [], configuration);

    public Histogram CreateHistogram(string name, string help, HistogramConfiguration? configuration = null) =>
        CreateHistogram(name, help, configuration?.LabelNames ?? [], configuration);

    public Counter CreateCounter(string name, string help, params string[] labelNames) => CreateCounter(name, help, labelNames, null);

    public Gauge CreateGauge(string name, string help, params string[] labelNames) => CreateGauge(name, help, labelNames, null);

    public Histogram CreateHistogram(string name, string help, params string[] labelNames) => CreateHistogram(name, help, labelNames, null);

    public Counter CreateCounter(string name, string help, string[] labelNames, CounterConfiguration? configuration = null)
    {
        var behavior = Behavior(configuration?.ExemplarBehavior);
        var hidden = configuration?.SuppressInitialValue ?? false;
        return _registry.GetOrAdd(name, labelNames, _labels, labels => new Counter(name, help, labelNames, labels, hidden, behavior));
    }

    public Gauge CreateGauge(string name, string help, string[] labelNames, GaugeConfiguration? configuration = null)
    {
        var hidden = configuration?.SuppressInitialValue ?? false;
        return _registry.GetOrAdd(name, labelNames, _labels, labels => new Gauge(name, help, labelNames, labels, hidden));
    }

    public Histogram CreateHistogram(string name, string help, string[] labelNames, HistogramConfiguration? configuration = null)
    {
        var behavior = Behavior(configuration?.ExemplarBehavior);
        var hidden = configuration?.SuppressInitialValue ?? false;
        var buckets = configuration?.Buckets;
        return _registry.GetOrAdd(
            name, labelNames, _labels, labels => new Histogram(name, help, labelNames, labels, hidden, buckets, behavior));
    }

    public IMetricFactory WithLabels(IDictionary<string, string> labels)
    {
        ArgumentNullException.ThrowIfNull(labels);
        return new MetricFactory(_registry, [.. _labels, .. labels.Select(label => new Label(label.Key, label.Value))])
        {
            ExemplarBehavior = ExemplarBehavior,
        };
    }

    private ExemplarBehavior Behavior(ExemplarBehavior? ofMetric) => ofMetric ?? ExemplarBehavior ?? Prometheus.ExemplarBehavior.Default;
}
