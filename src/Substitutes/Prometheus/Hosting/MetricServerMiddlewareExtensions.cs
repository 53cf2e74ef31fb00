using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Routing;

namespace Prometheus;

public static class MetricServerMiddlewareExtensions
{
    private const string DisplayName = "Prometheus metrics";

    /// <summary>Serves the metrics at the pattern, for every method.</summary>
    public static IEndpointConventionBuilder MapMetrics(
        this IEndpointRouteBuilder endpoints, Action<MetricServerMiddleware.Settings> configure, string pattern = "/metrics")
    {
        var settings = new MetricServerMiddleware.Settings();
        configure(settings);
        var exporter = new MetricServerMiddleware(_ => Task.CompletedTask, settings);
        return endpoints.Map(pattern, exporter.Invoke).WithDisplayName(DisplayName);
    }

    /// <inheritdoc cref="MapMetrics(IEndpointRouteBuilder, Action{MetricServerMiddleware.Settings}, string)"/>
    public static IEndpointConventionBuilder MapMetrics(
        this IEndpointRouteBuilder endpoints, string pattern = "/metrics", CollectorRegistry? registry = null) =>
        endpoints.MapMetrics(settings => settings.Registry = registry, pattern);
}
