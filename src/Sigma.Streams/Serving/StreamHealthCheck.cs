using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Options;
using Sigma.Streams.Correlating;
using Sigma.Streams.Delivering;
using Sigma.Streams.Reloading;
using Sigma.Streams.Running;
using Sigma.Streams.Settings;
using Sigma.Streams.Sources;

namespace Sigma.Streams.Serving;

/// <summary>
/// Not ready until the rules are there, and while a sink or the match log fails; degraded while rules are refused, or after groups or
/// matches were forgotten.
/// </summary>
internal sealed class StreamHealthCheck(
    SinkLanes sinks, ICorrelating correlating, StreamService service, RuleStore rules, HttpSource http, IOptions<SigmaOptions> options)
    : IHealthCheck
{
    private readonly bool _takesBodies = Names.SourcesOf(options.Value).Contains(HttpSource.Name);

    public Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken)
    {
        var failures = sinks.Failures.Append(correlating.Failure).Append(service.Failure)
            .Append(rules.Loaded.IsCompleted ? null : "The rules are not complete yet; events wait for them.")
            .Append(_takesBodies && rules.Loaded.IsCompleted && http.Intake is null ? "Bodies of events are not taken yet." : null)
            .OfType<string>().ToList();
        var counts = correlating.Counts;
        return Task.FromResult(
            failures.Count > 0 ? HealthCheckResult.Unhealthy(string.Join(' ', failures))
            : rules.Refused is { } refused ? HealthCheckResult.Degraded(refused)
            : counts.Evicted > 0 ? HealthCheckResult.Degraded($"{counts.Evicted} groups of correlations were forgotten because of a limit. "
                + "Raise Sigma:Limits:MaxGroups or Sigma:Limits:MaxCorrelationBytes.")
            : counts.Overflowed > 0 ? HealthCheckResult.Degraded($"{counts.Overflowed} matches of full groups were forgotten, and their "
                + "correlations may miss them. Raise Sigma:Limits:MaxEntries.")
            : HealthCheckResult.Healthy());
    }
}
