namespace Prometheus;

/// <summary>Creates registries, and factories of their metrics.</summary>
/// <remarks>
/// Stands in for prometheus-net 8.2.1 with its names, signatures and output (https://github.com/prometheus-net/prometheus-net). It holds
/// only what this solution calls.
/// <para>
/// Left out: the default registry and its metrics; Summary; interfaces; timers; managed lifetimes; labels of a factory; providers and
/// intervals of exemplars; asynchronous callbacks, and callbacks that fail a scrape; publishing by hand; the EventCounter, Meter and
/// DiagnosticSource adapters; the package's metrics about itself; HTTP, gRPC and health-check metrics; pushing to a gateway;
/// MetricServer and UseMetricServer; extension methods; TLS and request filters. Answers are not compressed.
/// </para>
/// <para>
/// Stricter than the package: a histogram's count always equals its +Inf bucket, also in a scrape during observations; help texts and
/// exemplars are escaped as the formats ask; a metric that was refused leaves its name free.
/// </para>
/// </remarks>
public static class Metrics
{
    public static CollectorRegistry NewCustomRegistry() => new();

    public static MetricFactory WithCustomRegistry(CollectorRegistry registry) => new(registry);
}
