using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace Gateway.Features.Backends;

/// <summary>
/// Ready when each set has a backend that serves, and degraded while some set has: one service that is down must not take the others away.
/// </summary>
internal sealed class BackendsHealthCheck(BackendSets sets) : IHealthCheck
{
    public Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken)
    {
        var pools = sets.All.Where(pool => pool.Backends.Count > 0).ToList();
        var notes = string.Join(" ", pools.Select(NotesOf));
        var serving = pools.Count(pool => pool.Backends.Any(backend => backend.State.Serving));
        return Task.FromResult(
            serving == 0 ? HealthCheckResult.Unhealthy(notes)
            : serving < pools.Count ? HealthCheckResult.Degraded(notes)
            : HealthCheckResult.Healthy(notes));
    }

    private static string NotesOf(BackendPool pool)
    {
        var notes = string.Join(" ", pool.Backends.Select(backend => $"{backend.Address.Authority}: {backend.State.Note}"));
        return pool.IsAnalyzers ? notes : $"Set {pool.Name}: {notes}";
    }
}
