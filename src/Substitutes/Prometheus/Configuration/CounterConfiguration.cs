namespace Prometheus;

public sealed class CounterConfiguration : MetricConfiguration
{
    /// <summary>null: that of the factory.</summary>
    public ExemplarBehavior? ExemplarBehavior { get; set; }
}
