namespace Prometheus;

/// <summary>
/// Creates metrics. Asking again for the same name and labels gives the same instance, whatever else was asked; the same name
/// with other label names gives another metric of the same family.
/// </summary>
public interface IMetricFactory
{
    /// <summary>For metrics that name none; null: <see cref="Exemplar.FromTraceContext()"/>, always.</summary>
    ExemplarBehavior? ExemplarBehavior { get; set; }

    /// <exception cref="ArgumentException">Not a metric name, or not a label name.</exception>
    /// <exception cref="InvalidOperationException">A label occurs twice, or the name is that of a metric of another type.</exception>
    Counter CreateCounter(string name, string help, CounterConfiguration? configuration = null);

    /// <inheritdoc cref="CreateCounter(string, string, CounterConfiguration?)"/>
    Gauge CreateGauge(string name, string help, GaugeConfiguration? configuration = null);

    /// <inheritdoc cref="CreateCounter(string, string, CounterConfiguration?)"/>
    Histogram CreateHistogram(string name, string help, HistogramConfiguration? configuration = null);

    /// <inheritdoc cref="CreateCounter(string, string, CounterConfiguration?)"/>
    Counter CreateCounter(string name, string help, string[] labelNames, CounterConfiguration? configuration = null);

    /// <inheritdoc cref="CreateCounter(string, string, CounterConfiguration?)"/>
    Gauge CreateGauge(string name, string help, string[] labelNames, GaugeConfiguration? configuration = null);

    /// <inheritdoc cref="CreateCounter(string, string, CounterConfiguration?)"/>
    Histogram CreateHistogram(string name, string help, string[] labelNames, HistogramConfiguration? configuration = null);

    /// <summary>A factory for the same registry whose metrics carry these labels besides those of this one.</summary>
    IMetricFactory WithLabels(IDictionary<string, string> labels);
}
