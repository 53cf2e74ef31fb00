using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace Prober.Features.Watching;

/// <summary>
/// Shows a configuration that was not applied. The prober continues with the last valid one, so it is ready nevertheless.
/// </summary>
internal sealed class ConfigurationHealthCheck(WatchService watch) : IHealthCheck
{
    public Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken) =>
        Task.FromResult(watch.Refused is { } reason ? HealthCheckResult.Degraded(reason) : HealthCheckResult.Healthy());
}
