using Prometheus;

namespace Hosting.Metrics;

/// <summary>
/// The share of a host's work that has to succeed, as a metric: dashboards/prometheus/objectives.rules.yml compares it with the share that
/// did. So each host has the objective of its settings, and the rules have none.
/// </summary>
internal static class Objective
{
    /// <param name="registry">Shows it.</param>
    /// <param name="percent">Such as 99.9.</param>
    public static void AddTo(CollectorRegistry registry, double percent) => Prometheus.Metrics.WithCustomRegistry(registry)
        .CreateGauge("slo_objective_ratio", "The share of the host's work that has to succeed.")
        .Set(Math.Round(percent / 100, 9));
}
