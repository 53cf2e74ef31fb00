using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace Journal.Features.Anchors;

/// <summary>The stores for checkpoints outside the journal's own folder.</summary>
internal static class AnchorsFeature
{
    public static void AddAnchors(this IServiceCollection services)
    {
        services.AddSingleton<AnchorKeeper>();
        services.AddHostedService(provider => provider.GetRequiredService<AnchorKeeper>());
        services.AddHealthChecks().AddCheck<AnchorsHealthCheck>("anchors");
    }
}

/// <summary>
/// Unhealthy until each anchor store was asked once, and while one has seen another history: whoever waits for readiness does not send to
/// an
/// older copy or a clone. A store that cannot be reached delays nothing.
/// </summary>
internal sealed class AnchorsHealthCheck(AnchorKeeper anchors) : IHealthCheck
{
    public Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken) =>
        Task.FromResult(
            anchors.Denied.FirstOrDefault() is { } denied ? HealthCheckResult.Unhealthy($"{denied} has seen another history of this log.")
            : anchors.NotAsked.FirstOrDefault() is { } first ? HealthCheckResult.Unhealthy($"{first} was not asked yet.")
            : HealthCheckResult.Healthy());
}
