using Prober.Engine.Networking.Naming;
using Prober.Engine.Watching;
using Prober.Features.Alerts;
using Prober.Features.History;
using Prober.Features.Maintenance;
using Prober.Features.Notifications;

namespace Prober.Features.Metrics;

internal static class ProberMetricsFeature
{
    public static void AddProberMetrics(this IServiceCollection services) => services.AddSingleton<ProberMetrics>();

    public static void UseProberMetrics(this WebApplication app)
    {
        var (services, metrics) = (app.Services, app.Services.GetRequiredService<ProberMetrics>());
        metrics.Watch(
            services.GetRequiredService<ProbeEngine>(),
            services.GetRequiredService<CachingResolver>(),
            services.GetRequiredService<MaintenanceCalendar>());
        metrics.Watch(
            services.GetRequiredService<HistoryKeeper>(),
            services.GetRequiredService<OutboxService>(),
            services.GetRequiredService<AlertBook>());
    }
}
