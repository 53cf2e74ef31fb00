namespace Prometheus;

/// <summary>
/// What not to add to <see cref="Metrics.DefaultRegistry"/>. Only <see cref="SuppressProcessMetrics"/> has an effect here: of the
/// package's other default metrics none is implemented, and the options for them exist so that code says the same for both.
/// </summary>
public sealed class SuppressDefaultMetricOptions
{
    /// <summary>process_* and dotnet_*.</summary>
    public bool SuppressProcessMetrics { get; set; }

    /// <summary>prometheus_net_*: how many metrics there are.</summary>
    public bool SuppressDebugMetrics { get; set; }

    /// <summary>Counters of every EventSource of the runtime.</summary>
    public bool SuppressEventCounters { get; set; }

    /// <summary>Instruments of every <see cref="System.Diagnostics.Metrics.Meter"/>.</summary>
    public bool SuppressMeters { get; set; }
}
