namespace Prometheus;

internal enum MetricType
{
    Counter,
    Gauge,
    Histogram,
}
