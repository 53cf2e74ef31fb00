using Gateway.Features.Metrics;
using Gateway.Features.Settings;
using Gateway.Features.Upstream;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Options;
using Prometheus;

namespace Gateway.Features.Backends;

internal static class BackendsFeature
{
    private static readonly string[] Labels = ["backend", "set"];

    public static void AddBackends(this IServiceCollection services)
    {
        services.TryAddSingleton<GatewayMetrics>();
        services.TryAddSingleton(provider => BackendTls.Options(provider.GetRequiredService<IOptions<GatewayOptions>>().Value));
        services.TryAddSingleton<CurrentSettings>();
        services.TryAddSingleton<BackendSets>();
        services.AddHostedService<BackendKeeper>();
        services.AddHealthChecks().AddCheck<BackendsHealthCheck>("backends");
    }

    /// <summary>Loads certificates, so that a gateway with invalid ones does not start, and shows the state of the backends.</summary>
    public static void UseBackends(this WebApplication app)
    {
        app.Services.GetRequiredService<ConnectionOptions>();
        var sets = app.Services.GetRequiredService<BackendSets>();
        var registry = app.Services.GetRequiredService<CollectorRegistry>();
        var metrics = Prometheus.Metrics.WithCustomRegistry(registry);
        var inFlight = metrics.CreateGauge("gateway_calls_in_flight", "Calls in flight at a backend.", Labels);
        var connections = metrics.CreateGauge("gateway_backend_connections", "Connections to a backend that are open now.", Labels);
        var serving = metrics.CreateGauge("gateway_backend_serving", "1 while a backend says that it is ready, else 0.", Labels);
        var ejected = metrics.CreateGauge("gateway_backend_ejected", "1 while a backend is ejected because it fails, else 0.", Labels);
        var gate = new Lock(); // scrapes may overlap
        HashSet<(string Backend, string Set)> shown = [];
        registry.AddBeforeCollectCallback(() =>
        {
            lock (gate)
            {
                var backends = sets.All
                    .SelectMany(pool => pool.Backends.Select(each => (each.Address.Authority, pool.Name, each))).ToList();
                var names = backends.Select(backend => (backend.Authority, backend.Name)).ToHashSet();
                foreach (var (name, set) in shown.Except(names))
                {
                    // Otherwise its last value would stay for ever, and an alert with it.
                    Array.ForEach([inFlight, connections, serving, ejected], gauge => gauge.WithLabels(name, set).Remove());
                }

                foreach (var (name, set, backend) in backends)
                {
                    inFlight.WithLabels(name, set).Set(backend.InFlight);
                    connections.WithLabels(name, set).Set(backend.Upstream.Connections);
                    serving.WithLabels(name, set).Set(backend.State.Serving ? 1 : 0);
                    ejected.WithLabels(name, set).Set(backend.Outliers.IsEjected ? 1 : 0);
                }

                shown = names;
            }
        });
    }
}
