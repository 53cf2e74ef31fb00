namespace Prometheus;

public abstract class MetricConfiguration
{
    /// <summary>Names of the labels; null for none. Used only where the method takes no label names of its own.</summary>
    public string[]? LabelNames { get; set; }

    /// <summary>True hides a series until its first update.</summary>
    public bool SuppressInitialValue { get; set; }

    /// <summary>By default every observation leaves an exemplar of the current trace.</summary>
    public ExemplarBehavior? ExemplarBehavior { get; set; }
}

public sealed class CounterConfiguration : MetricConfiguration;

public sealed class HistogramConfiguration : MetricConfiguration
{
    /// <summary>Upper bounds, rising; +Inf is added when it is missing. By default 5 ms to 10 s, for durations in seconds.</summary>
    public double[]? Buckets { get; set; }
}
