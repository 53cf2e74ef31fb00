namespace Prometheus;

public abstract class MetricConfiguration
{
    /// <summary>Names of the labels; null for none. Used only where the method takes no label names of its own.</summary>
    public string[]? LabelNames { get; set; }

    /// <summary>Do not show a series before its first update or <see cref="ChildBase.Publish"/>.</summary>
    public bool SuppressInitialValue { get; set; }
}
