namespace Prometheus;

public sealed class GaugeConfiguration : MetricConfiguration;
