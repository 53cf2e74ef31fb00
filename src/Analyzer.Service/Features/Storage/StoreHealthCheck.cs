using Analyzer.Core;
using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace Analyzer.Service.Features.Storage;

/// <summary>
/// Unhealthy while the store cannot take a save. The metrics of the store learn of it too (<see cref="Metrics.MeteredReportStore"/>).
/// </summary>
internal sealed class StoreHealthCheck(IReportStore store) : IHealthCheck
{
    public async Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken)
    {
        try
        {
            await store.CheckAsync(cancellationToken);
            return HealthCheckResult.Healthy();
        }
        catch (StoreUnavailableException unavailable)
        {
            return HealthCheckResult.Unhealthy(unavailable.Message);
        }
    }
}
