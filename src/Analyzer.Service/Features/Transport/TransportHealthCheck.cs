using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace Analyzer.Service.Features.Transport;

/// <summary>Never unhealthy: says which protocols are served.</summary>
internal sealed class TransportHealthCheck(ServedProtocols protocols) : IHealthCheck
{
    public Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken) =>
        Task.FromResult(HealthCheckResult.Healthy(protocols.ToString()));
}
