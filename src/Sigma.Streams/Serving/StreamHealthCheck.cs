using Microsoft.Extensions.Diagnostics.HealthChecks;
using Sigma.Streams.Correlating;
using Sigma.Streams.Delivering;
using Sigma.Streams.Reloading;
using Sigma.Streams.Running;

namespace Sigma.Streams.Serving;

/// <summary>
/// Not ready while rules are not there yet, or a sink or the match log takes nothing; degraded while rules were refused, or groups are
/// forgotten.
/// </summary>
internal sealed class StreamHealthCheck(SinkLanes sinks, ICorrelating correlating, StreamService service, RuleStore rules) : IHealthCheck
{
    public Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken)
    {
        var failures = sinks.Failures.Append(correlating.Failure).Append(service.Failure)
            .Append(rules.Loaded.IsCompleted ? null : "Not all rules are there yet: nothing is judged before.")
            .OfType<string>().ToList();
        var evicted = correlating.Counts.Evicted;
        return Task.FromResult(
            failures.Count > 0 ? HealthCheckResult.Unhealthy(string.Join(' ', failures))
            : rules.Refused is { } refused ? HealthCheckResult.Degraded(refused)
            : evicted > 0 ? HealthCheckResult.Degraded($"{evicted} groups of correlations were forgotten for want of room. "
                + "Raise Sigma:Limits:MaxGroups or Sigma:Limits:MaxCorrelationBytes.")
            : HealthCheckResult.Healthy());
    }
}
