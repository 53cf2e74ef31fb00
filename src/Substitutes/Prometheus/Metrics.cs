namespace Prometheus;

/// <summary>Creates metrics in the default registry, and registries of one's own.</summary>
/// <remarks>
/// Stands in for prometheus-net 8.2.1 with its names, signatures and output (https://github.com/prometheus-net/prometheus-net).
/// <para>
/// Left out, since nothing here calls it: Summary; managed lifetimes; the EventCounter, Meter and DiagnosticSource adapters; the
/// package's metrics about itself; HTTP, gRPC and health-check metrics; pushing to a gateway; UseMetricServer; counting of
/// exceptions and tracking of what is in progress by extension methods; TLS, options and request filters of the servers of its own.
/// Answers are not compressed.
/// </para>
/// <para>
/// Stricter than the package: a histogram's count always equals its +Inf bucket, also in a scrape during observations; a negative
/// number of observations is refused; help texts and exemplars are escaped as the formats ask; static labels mean the same in any order;
/// a metric that was refused leaves its name free.
/// </para>
/// </remarks>
public static class Metrics
{
    private static volatile SuppressDefaultMetricOptions s_suppressed = new();

    static Metrics()
    {
        DefaultRegistry.SetBeforeFirstCollect(static () =>
        {
            if (!s_suppressed.SuppressProcessMetrics)
            {
                DotNetStats.Register(DefaultRegistry);
            }
        });
    }

    public static CollectorRegistry DefaultRegistry { get; } = new();

    public static MetricFactory DefaultFactory { get; } = new(DefaultRegistry);

    public static CollectorRegistry NewCustomRegistry() => new();

    public static MetricFactory WithCustomRegistry(CollectorRegistry registry) => new(registry);

    /// <inheritdoc cref="IMetricFactory.WithLabels"/>
    public static IMetricFactory WithLabels(IDictionary<string, string> labels) => DefaultFactory.WithLabels(labels);

    /// <inheritdoc cref="IMetricFactory.CreateCounter(string, string, CounterConfiguration?)"/>
    public static Counter CreateCounter(string name, string help, CounterConfiguration? configuration = null) =>
        DefaultFactory.CreateCounter(name, help, configuration);

    /// <inheritdoc cref="IMetricFactory.CreateCounter(string, string, CounterConfiguration?)"/>
    public static Gauge CreateGauge(string name, string help, GaugeConfiguration? configuration = null) =>
        DefaultFactory.CreateGauge(name, help, configuration);

    /// <inheritdoc cref="IMetricFactory.CreateCounter(string, string, CounterConfiguration?)"/>
    public static Histogram CreateHistogram(string name, string help, HistogramConfiguration? configuration = null) =>
        DefaultFactory.CreateHistogram(name, help, configuration);

    /// <inheritdoc cref="IMetricFactory.CreateCounter(string, string, CounterConfiguration?)"/>
    public static Counter CreateCounter(string name, string help, string[] labelNames, CounterConfiguration? configuration = null) =>
        DefaultFactory.CreateCounter(name, help, labelNames, configuration);

    /// <inheritdoc cref="IMetricFactory.CreateCounter(string, string, CounterConfiguration?)"/>
    public static Gauge CreateGauge(string name, string help, string[] labelNames, GaugeConfiguration? configuration = null) =>
        DefaultFactory.CreateGauge(name, help, labelNames, configuration);

    /// <inheritdoc cref="IMetricFactory.CreateCounter(string, string, CounterConfiguration?)"/>
    public static Histogram CreateHistogram(string name, string help, string[] labelNames, HistogramConfiguration? configuration = null) =>
        DefaultFactory.CreateHistogram(name, help, labelNames, configuration);

    /// <inheritdoc cref="IMetricFactory.CreateCounter(string, string, CounterConfiguration?)"/>
    public static Counter CreateCounter(string name, string help, params string[] labelNames) =>
        DefaultFactory.CreateCounter(name, help, labelNames);

    /// <inheritdoc cref="IMetricFactory.CreateCounter(string, string, CounterConfiguration?)"/>
    public static Gauge CreateGauge(string name, string help, params string[] labelNames) =>
        DefaultFactory.CreateGauge(name, help, labelNames);

    /// <inheritdoc cref="IMetricFactory.CreateCounter(string, string, CounterConfiguration?)"/>
    public static Histogram CreateHistogram(string name, string help, params string[] labelNames) =>
        DefaultFactory.CreateHistogram(name, help, labelNames);

    /// <summary>All of them; see the overload.</summary>
    public static void SuppressDefaultMetrics() => SuppressDefaultMetrics(new SuppressDefaultMetricOptions
    {
        SuppressProcessMetrics = true,
        SuppressDebugMetrics = true,
        SuppressEventCounters = true,
        SuppressMeters = true,
    });

    /// <summary>Keeps default metrics out of <see cref="DefaultRegistry"/>. Call it before the first scrape, which adds them.</summary>
    public static void SuppressDefaultMetrics(SuppressDefaultMetricOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        s_suppressed = options;
    }
}
