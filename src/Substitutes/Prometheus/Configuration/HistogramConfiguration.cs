namespace Prometheus;

public sealed class HistogramConfiguration : MetricConfiguration
{
    /// <summary>Upper bounds, rising; +Inf is added when it is missing. null: 5 ms to 10 s, for durations in seconds.</summary>
    public double[]? Buckets { get; set; }

    /// <summary>null: that of the factory.</summary>
    public ExemplarBehavior? ExemplarBehavior { get; set; }
}
