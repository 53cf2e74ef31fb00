using Hosting;
using Hosting.Listeners;
using Hosting.Settings;
using Hosting.Web;
using Hosting.Web.Api;
using Prober.Features.Configuration;
using Prober.Features.History;
using Prober.Features.Metrics;
using Prober.Features.Notifications;
using Prober.Features.Badges;
using Prober.Features.Probing;
using Prober.Features.Probing.Modules;
using Prober.Features.Quorums;
using Prober.Features.Settings;
using Prober.Features.Status;
using Prober.Features.Targets;
using Prober.Features.Watching;

namespace Prober;

/// <summary>The prober at a glance: one line per feature. Tests start the same app.</summary>
internal static class ProberApp
{
    public static HostDescription Host { get; } = new(
        "prober",
        "Prober",
        "Watches targets from outside, on a strict schedule. --target URL names one (http, https or tcp), "
            + "--config PATH a file or folder of them; --skip-unsupported skips what a file asks for but the prober does not support. "
            + "Success of a URL is a status of 200 to 299; in a file it is 0 to 499, as in EaseProbe, unless success_code says otherwise.",
        typeof(ProberApp).Assembly)
    {
        ReadsFilesOnHangUp = true,
    };

    public static void AddProberSettings(this IServiceCollection services) => services
        .AddHostSettings(Host)
        .AddListeners(Listener.Http1("HttpPort", 8181), Listener.Tls("TlsPort", 8443))
        .AddHostOptions<ProberOptions>()
        .AddHostOptions<ResolverOptions>("Resolver");

    public static void AddProber(this WebApplicationBuilder builder)
    {
        builder.AddConfiguredListener();
        builder.AddHost();
        builder.Services.AddHistory();
        builder.Services.AddNotifications();
        builder.Services.AddProberMetrics();
        builder.Services.AddQuorum();
        builder.Services.AddWatching();
        builder.Services.AddTargets();
        builder.Services.AddStatus();
        builder.Services.AddProbing();
        builder.Services.AddApi(TargetsApi.Document);
    }

    public static void UseProber(this WebApplication app)
    {
        // Read first, so that all its errors are reported in plain words before anything begins.
        app.Services.GetRequiredService<TargetList>().ReadFirst();
        app.Services.GetRequiredService<ModuleList>();
        app.UseHost();
        app.UseProberMetrics();
        app.UseQuorumMetrics();

        app.MapHost();
        app.MapTargets();
        app.MapSla();
        app.MapStatus();
        app.MapIncidents();
        app.MapTargetHistory();
        app.MapProbing();
        app.MapPushes();
        app.MapQuorum();
        app.MapBadges();
        app.MapApi();
        app.MapPages(typeof(ProberApp).Assembly);
    }
}
