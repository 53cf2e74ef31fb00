using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace Analyzer.Service.Features.Health;

/// <summary>Not ready once the service was told to stop, so that a load balancer sends no more while the last uploads finish.</summary>
internal sealed class ShutdownHealthCheck(IHostApplicationLifetime lifetime) : IHealthCheck
{
    public Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken) =>
        Task.FromResult(lifetime.ApplicationStopping.IsCancellationRequested
            ? HealthCheckResult.Unhealthy("The service is stopping.")
            : HealthCheckResult.Healthy());
}
