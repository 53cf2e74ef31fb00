using Microsoft.Extensions.Diagnostics.HealthChecks;
using Sigma.Streams.Correlating;
using Sigma.Streams.Delivering;
using Sigma.Streams.Reloading;
using Sigma.Streams.Running;

namespace Sigma.Streams.Serving;

/// <summary>
/// Not ready while rules are not there yet, or a sink or the match log takes nothing; degraded while rules were refused, or groups or
/// matches of groups are forgotten.
/// </summary>
internal sealed class StreamHealthCheck(SinkLanes sinks, ICorrelating correlating, StreamService service, RuleStore rules) : IHealthCheck
{
    public Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken)
    {
        var failures = sinks.Failures.Append(correlating.Failure).Append(service.Failure)
            .Append(rules.Loaded.IsCompleted ? null : "Not all rules are there yet: nothing is judged before.")
            .OfType<string>().ToList();
        var counts = correlating.Counts;
        return Task.FromResult(
            failures.Count > 0 ? HealthCheckResult.Unhealthy(string.Join(' ', failures))
            : rules.Refused is { } refused ? HealthCheckResult.Degraded(refused)
            : counts.Evicted > 0 ? HealthCheckResult.Degraded($"{counts.Evicted} groups of correlations were forgotten for want of room. "
                + "Raise Sigma:Limits:MaxGroups or Sigma:Limits:MaxCorrelationBytes.")
            : counts.Overflowed > 0 ? HealthCheckResult.Degraded($"{counts.Overflowed} matches of full groups were forgotten, and their "
                + "correlations may miss them. Raise Sigma:Limits:MaxEntries.")
            : HealthCheckResult.Healthy());
    }
}
