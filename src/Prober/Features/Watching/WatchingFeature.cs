using Hosting.Limits;
using Microsoft.Extensions.Options;
using Prober.Engine.Networking;
using Prober.Engine.Networking.Naming;
using Prober.Engine.Watching;
using Prober.Features.Alerts;
using Prober.Features.Configuration;
using Prober.Features.History;
using Prober.Features.Maintenance;
using Prober.Features.Pushes;
using Prober.Features.Reports;
using Prober.Features.Settings;

namespace Prober.Features.Watching;

internal static class WatchingFeature
{
    /// <summary>Handles for everything but probes: assemblies (about 300), files, name servers, clients.</summary>
    private const int OwnHandles = 448;

    private const int FewestSpare = 64;

    public static void AddWatching(this IServiceCollection services)
    {
        services.AddSingleton(provider => new CachingResolver(
            provider.GetRequiredService<IOptions<ResolverOptions>>().Value.ToSettings(),
            provider.GetRequiredService<TimeProvider>()));
        services.AddSingleton(provider => new ProbeNetwork(
            provider.GetRequiredService<CachingResolver>(), provider.GetRequiredService<TimeProvider>()));
        services.AddSingleton(new HandleNeed(
            nameof(ProberOptions.MaxInFlight), provider => provider.GetRequiredService<IOptions<ProberOptions>>().Value.MaxInFlight));
        services.AddSingleton<EngineReports>();
        services.AddSingleton(provider =>
        {
            var options = provider.GetRequiredService<IOptions<ProberOptions>>().Value;
            return new ProbeEngine(
                provider.GetRequiredService<ProbeNetwork>(),
                new()
                {
                    MaxInFlight = HandleLimit.Bound(options.MaxInFlight, Spare(HandleLimit.Read())),
                    MaxPerDestination = options.MaxPerDestination,
                    NotBefore = provider.GetRequiredService<TimelineArchive>().LastAlive,
                },
                provider.GetRequiredService<EngineReports>(),
                [Canary.ThreadPool, Canary.Connection(provider.GetRequiredService<IHostApplicationLifetime>().ApplicationStopping)]);
        });
        services.AddSingleton<PushBoard>();
        services.AddSingleton<TargetList>();
        services.AddSingleton<MaintenanceCalendar>();
        services.AddSingleton<AlertBook>();
        services.AddSingleton<Watch>();
        services.AddSingleton<WatchService>();
        services.AddHostedService(provider => provider.GetRequiredService<WatchService>());
        services.AddHostedService<MaintenanceService>(); // behind it: only then the calendar is there
        services.AddHostedService<AlertService>();
        services.AddSingleton<SlaReportService>();
        services.AddHostedService(provider => provider.GetRequiredService<SlaReportService>());
        services.AddHealthChecks().AddCheck<ConfigurationHealthCheck>("configuration");
    }

    private static int? Spare(int? handles) => handles is { } all ? Math.Max(FewestSpare, all - OwnHandles) : null;
}
