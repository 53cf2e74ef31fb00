using Analyzer.Core;
using Microsoft.Extensions.Options;
using Prometheus;

namespace Analyzer.Service.Features.Metrics;

/// <summary>
/// <c>/metrics</c>, in Prometheus' text format or as OpenMetrics, whichever the scraper asks for. A registry per application, so that
/// several in one process do not mix; <see cref="AnalyzerOptions.Metrics"/> = false leaves all of it out.
/// </summary>
internal static class MetricsFeature
{
    public static void AddAnalyzerMetrics(this WebApplicationBuilder builder)
    {
        var services = builder.Services;
        services.AddSingleton(_ => Prometheus.Metrics.NewCustomRegistry());
        services.AddSingleton<AnalyzerMetrics>();
        services.AddSingleton<HttpCallMetrics>();
        services.AddSingleton<KestrelConnections>();
        if (builder.Configuration.GetSection(AnalyzerOptions.Section).Get<AnalyzerOptions>()?.Metrics is not false)
        {
            services.AddHostedService<StoreWatch>();
        }
    }

    /// <summary>First of all middlewares.</summary>
    public static void UseAnalyzerMetrics(this WebApplication app)
    {
        if (!IsOn(app.Services))
        {
            return;
        }

        RuntimeMetrics.AddTo(app.Services.GetRequiredService<CollectorRegistry>());
        app.Services.GetRequiredService<KestrelConnections>(); // listens from here on
        var calls = app.Services.GetRequiredService<HttpCallMetrics>();
        app.Use(next => context => calls.MeasureAsync(context, next));
    }

    public static void MapAnalyzerMetrics(this WebApplication app)
    {
        if (IsOn(app.Services))
        {
            var registry = app.Services.GetRequiredService<CollectorRegistry>();
            app.MapMetrics(registry: registry).DisableHttpMetrics().ExcludeFromDescription().Timed(registry);
        }
    }

    /// <summary>The store, with metrics when they are on.</summary>
    public static IReportStore WithMetrics(this IReportStore store, IServiceProvider services) =>
        IsOn(services) ? new MeteredReportStore(store, services.GetRequiredService<AnalyzerMetrics>()) : store;

    private static bool IsOn(IServiceProvider services) => services.GetRequiredService<IOptions<AnalyzerOptions>>().Value.Metrics;
}
