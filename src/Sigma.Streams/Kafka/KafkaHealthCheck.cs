using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace Sigma.Streams.Kafka;

/// <summary>Not ready while the broker cannot be reached, refuses something, or lacks a topic.</summary>
internal sealed class KafkaHealthCheck(KafkaGroup group, KafkaRules rules) : IHealthCheck
{
    public Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken)
    {
        var failures = string.Join(' ', group.Failures.Concat(rules.Failure is { } failure ? [failure] : []));
        return Task.FromResult(failures.Length == 0 ? HealthCheckResult.Healthy() : HealthCheckResult.Unhealthy(failures));
    }
}
