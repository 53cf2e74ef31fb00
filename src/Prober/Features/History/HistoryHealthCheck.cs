using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace Prober.Features.History;

/// <summary>Reports what is not stored. The prober keeps watching, so it is ready nevertheless.</summary>
internal sealed class HistoryHealthCheck(HistoryKeeper keeper) : IHealthCheck
{
    public Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken) =>
        Task.FromResult(keeper.Failure is { } reason
            ? HealthCheckResult.Degraded(
                $"{keeper.Waiting} changes and sums wait in memory, {keeper.Lost} are lost, and nothing is sent: {reason}")
            : HealthCheckResult.Healthy());
}
