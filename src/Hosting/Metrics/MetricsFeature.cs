using Hosting.Access;
using Hosting.Settings;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Options;
using Prometheus;

namespace Hosting.Metrics;

/// <summary>
/// Serves <c>/metrics</c>, in Prometheus' text format or as OpenMetrics, whichever the scraper asks for. Each application has its own
/// registry, so that several in one process do not mix. <see cref="HostSettings.Metrics"/> = false turns it off.
/// </summary>
internal static class MetricsFeature
{
    public static void AddHostMetrics(this IServiceCollection services)
    {
        services.TryAddSingleton(_ => Prometheus.Metrics.NewCustomRegistry());
        services.TryAddSingleton<HttpCallMetrics>();
        services.TryAddSingleton<KestrelConnections>();
        services.TryAddSingleton<FrameworkMeters>();
    }

    /// <summary>The first of all middleware.</summary>
    public static void UseMetrics(this WebApplication app)
    {
        if (!IsOn(app.Services))
        {
            return;
        }

        var registry = app.Services.GetRequiredService<CollectorRegistry>();
        BuildInfo.AddTo(registry, app.Services.GetRequiredService<HostDescription>());
        RuntimeMetrics.AddTo(registry);
        var settings = app.Services.GetRequiredService<IOptions<HostSettings>>().Value;
        Objective.AddTo(registry, settings.Objective);
        if (settings.FrameworkMetrics)
        {
            app.Services.GetRequiredService<FrameworkMeters>(); // listens from here on
        }

        app.Services.GetRequiredService<KestrelConnections>(); // listens from here on
        var calls = app.Services.GetRequiredService<HttpCallMetrics>();
        app.Use(next => context => calls.MeasureAsync(context, next));
    }

    public static void MapMetricsEndpoint(this WebApplication app)
    {
        if (IsOn(app.Services))
        {
            var registry = app.Services.GetRequiredService<CollectorRegistry>();
            app.MapMetrics(registry: registry).DisableHttpMetrics().ExcludeFromDescription().RequireScope(Scopes.Metrics)
                .Timed(registry, app.Services.GetRequiredService<HostDescription>().Name);
        }
    }

    private static bool IsOn(IServiceProvider services) => services.GetRequiredService<IOptions<HostSettings>>().Value.Metrics;
}
