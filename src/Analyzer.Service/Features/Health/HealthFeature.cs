using Analyzer.Service.Features.Transport;
using Microsoft.AspNetCore.Diagnostics.HealthChecks;
using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace Analyzer.Service.Features.Health;

/// <summary>Live: the process answers. Ready: it can take an upload now.</summary>
internal static class HealthFeature
{
    public static void AddHealth(this IServiceCollection services) =>
        services.AddHealthChecks().AddCheck<StoreHealthCheck>("store")
            .AddCheck<ShutdownHealthCheck>("shutdown").AddCheck<TransportHealthCheck>("transport");

    public static void MapHealth(this IEndpointRouteBuilder routes)
    {
        routes.MapHealthChecks("/healthz/live", new HealthCheckOptions { Predicate = _ => false, ResponseWriter = WriteAsync }).DisableHttpMetrics();
        routes.MapHealthChecks("/healthz/ready", new HealthCheckOptions { ResponseWriter = WriteAsync }).DisableHttpMetrics();
    }

    private static Task WriteAsync(HttpContext context, HealthReport report) => context.Response.WriteAsJsonAsync(new
    {
        Status = report.Status.ToString(),
        Checks = report.Entries.ToDictionary(entry => entry.Key, entry => new { Status = entry.Value.Status.ToString(), entry.Value.Description }),
    });
}
