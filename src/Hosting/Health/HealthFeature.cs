using Microsoft.AspNetCore.Diagnostics.HealthChecks;
using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace Hosting.Health;

/// <summary>
/// Live: the process answers. Ready: it can do its work now. Each dependency of a host has its own health check. One poller runs them every
/// few seconds, and gRPC's health service and the metrics use its results: a scrape must not run a check, because it would have to wait for
/// it.
/// </summary>
public static class HealthFeature
{
    private static readonly TimeSpan Period = TimeSpan.FromSeconds(5);

    internal static void AddHealth(this IServiceCollection services)
    {
        services.AddHealthChecks().AddCheck<ShutdownHealthCheck>("shutdown");
        services.Configure<HealthCheckPublisherOptions>(options => (options.Delay, options.Period) = (TimeSpan.Zero, Period));
    }

    internal static void MapHealth(this IEndpointRouteBuilder routes)
    {
        routes.MapHealthChecks("/healthz/live", new HealthCheckOptions { Predicate = _ => false, ResponseWriter = WriteAsync })
            .DisableHttpMetrics().AllowAnonymous();
        routes.MapHealthChecks("/healthz/ready", new HealthCheckOptions { ResponseWriter = WriteAsync })
            .DisableHttpMetrics().AllowAnonymous();
    }

    private static Task WriteAsync(HttpContext context, HealthReport report) => context.Response.WriteAsJsonAsync(new
    {
        Status = report.Status.ToString(),
        Checks = report.Entries.ToDictionary(
            entry => entry.Key, entry => new { Status = entry.Value.Status.ToString(), entry.Value.Description }),
    });
}

/// <summary>Not ready once the host is asked to stop, so that a load balancer sends no more while the last requests finish.</summary>
internal sealed class ShutdownHealthCheck(IHostApplicationLifetime lifetime) : IHealthCheck
{
    public Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken) =>
        Task.FromResult(lifetime.ApplicationStopping.IsCancellationRequested
            ? HealthCheckResult.Unhealthy("The service is stopping.")
            : HealthCheckResult.Healthy());
}
