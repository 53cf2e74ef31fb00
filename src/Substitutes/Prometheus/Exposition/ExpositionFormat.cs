namespace Prometheus;

public enum ExpositionFormat
{
    /// <summary>Prometheus text 0.0.4: https://prometheus.io/docs/instrumenting/exposition_formats</summary>
    PrometheusText,

    /// <summary>OpenMetrics 1.0, the one with exemplars: https://prometheus.io/docs/specs/om/open_metrics_spec</summary>
    OpenMetricsText,
}
