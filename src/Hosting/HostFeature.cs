using Hosting.Access;
using Hosting.Audit;
using Hosting.Errors;
using Hosting.Health;
using Hosting.Lifetime;
using Hosting.Limits;
using Hosting.Listeners;
using Hosting.Logging;
using Hosting.Metrics;
using Hosting.Otlp;
using Hosting.Requests;
using Hosting.Settings;
using Hosting.Uploads;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Options;

namespace Hosting;

/// <summary>
/// The parts that every host has, in a few calls: one each for the settings, the builder, the middleware and the endpoints.
/// </summary>
public static partial class HostFeature
{
    /// <summary>How long current requests may take when the host is asked to stop; then their connections are aborted.</summary>
    private static readonly TimeSpan ShutdownTimeout = TimeSpan.FromSeconds(30);

    /// <summary>The settings that every host has. Registers nothing else.</summary>
    public static IServiceCollection AddHostSettings(this IServiceCollection services, HostDescription host) =>
        services.AddSettings(host).AddAccessSettings().AddHostOptions<AuditOptions>(AuditOptions.Section)
            .AddHostOptions<ClientLimits>(ClientLimits.Section);

    /// <summary>Listeners, metrics, log, health, problems, access and audit. The host registers its settings and ports itself.</summary>
    public static void AddHost(this WebApplicationBuilder builder)
    {
        var services = builder.Services;
        services.TryAddSingleton(TimeProvider.System);
        services.Configure<HostOptions>(options => options.ShutdownTimeout = ShutdownTimeout);
        builder.AddLogging();

        services.AddServiceManager();
        services.TryAddSingleton<StopReason>();
        services.AddHostedService<HostSignals>();

        // Before the listeners, which read its settings about client certificates when they are declared.
        builder.AddAccess();
        services.AddTransport();
        services.AddRequests();
        services.AddHostMetrics();
        builder.AddTraceExport();
        builder.AddLogExport();
        builder.AddMetricsExport();
        services.AddHealth();
        services.AddProblems();
        services.AddEarlyResponses();
        services.AddAudit();
        builder.AddAuditSinks();
    }

    /// <summary>gRPC, with its health service and reflection, for a host that serves any.</summary>
    /// <param name="services">The services of the host.</param>
    /// <param name="names">Full names of its services: clients ask for the health of the one that they use.</param>
    public static void AddGrpcEdge(this IServiceCollection services, params IReadOnlyList<string> names)
    {
        services.AddGrpc();
        services.AddGrpcHealthChecks(options =>
        {
            options.UseHealthChecksCache = true; // a question costs nobody a check
            foreach (var name in names)
            {
                options.Services.Map(name, _ => true);
            }
        });
        services.AddGrpcReflection();
    }

    /// <summary>Validates the settings, and adds the middleware that runs before all other.</summary>
    public static void UseHost(this WebApplication app)
    {
        app.Services.ValidateSettings();
        var host = app.Services.GetRequiredService<HostDescription>();
        Log.Starting(app.Logger, host.Name, host.Version);
        app.TellNearEnvironment();
        app.TellForeignSections();
        app.TellFrameworkAddresses();
        app.TellEndpointVariables();
        app.Services.GetRequiredService<HandlePlan>().Tell(app.Logger);
        app.UseTransport();
        app.UseHeadRequests();
        app.UseMetrics();
        app.UseResetStreams();
        app.UseProblems();
        app.UseRequests();
        app.UseAudit();
        app.UseEarlyResponses();
        app.UseAccess();
        app.UseLimits();
        app.UsePolicies();
        app.UseKnownRoutes();
        app.UseParentWatchdog();
        foreach (var extension in app.Services.GetServices<IHostExtension>())
        {
            extension.Use(app);
        }
    }

    /// <summary><c>/healthz</c>, <c>/version</c>, <c>/metrics</c>, and the endpoints of extensions.</summary>
    public static void MapHost(this WebApplication app)
    {
        app.MapHealth();
        app.MapVersion();
        app.MapMetricsEndpoint();
        foreach (var extension in app.Services.GetServices<IHostExtension>())
        {
            extension.Map(app);
        }
    }

    public static void MapGrpcEdge(this IEndpointRouteBuilder routes)
    {
        routes.MapGrpcService<PublishedHealth>().AllowAnonymous();
        if (routes.ServiceProvider.GetRequiredService<IOptions<AccessOptions>>().Value.Reflection)
        {
            routes.MapGrpcReflectionService().RequireScope(Scopes.Read);
        }
    }

    private static partial class Log
    {
        [LoggerMessage(1, LogLevel.Information, "This is {Host} {Version}.")]
        public static partial void Starting(ILogger logger, string host, string version);
    }
}
