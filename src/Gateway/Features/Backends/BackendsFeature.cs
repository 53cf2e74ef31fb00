using Gateway.Features.Metrics;
using Gateway.Features.Settings;
using Gateway.Features.Upstream;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Options;
using Prometheus;

namespace Gateway.Features.Backends;

internal static class BackendsFeature
{
    public static void AddBackends(this IServiceCollection services)
    {
        services.TryAddSingleton<GatewayMetrics>();
        services.TryAddSingleton(provider => BackendTls.Options(provider.GetRequiredService<IOptions<GatewayOptions>>().Value));
        services.TryAddSingleton<Func<Uri, IUpstream>>(provider =>
        {
            var connections = provider.GetRequiredService<IOptions<GatewayOptions>>().Value.ConnectionsPerBackend;
            var options = provider.GetRequiredService<ConnectionOptions>();
            return address => new SocketsUpstream(address, connections, options);
        });
        services.TryAddSingleton<BackendPool>();
        services.AddHostedService<BackendKeeper>();
        services.AddHealthChecks().AddCheck<BackendsHealthCheck>("backends");
    }

    /// <summary>Loads certificates, so that a gateway with invalid ones does not start, and shows the state of the backends.</summary>
    public static void UseBackends(this WebApplication app)
    {
        app.Services.GetRequiredService<ConnectionOptions>();
        var pool = app.Services.GetRequiredService<BackendPool>();
        var registry = app.Services.GetRequiredService<CollectorRegistry>();
        var metrics = Prometheus.Metrics.WithCustomRegistry(registry);
        var inFlight = metrics.CreateGauge("gateway_calls_in_flight", "Calls in flight at a backend.", "backend");
        var connections = metrics.CreateGauge("gateway_backend_connections", "Connections to a backend that are open now.", "backend");
        var serving = metrics.CreateGauge("gateway_backend_serving", "1 while a backend says that it is ready, else 0.", "backend");
        var ejected = metrics.CreateGauge("gateway_backend_ejected", "1 while a backend is ejected because it fails, else 0.", "backend");
        var gate = new Lock(); // scrapes may overlap
        HashSet<string> shown = [];
        registry.AddBeforeCollectCallback(() =>
        {
            lock (gate)
            {
                var backends = pool.Backends;
                var names = backends.Select(backend => backend.Address.Authority).ToHashSet();
                foreach (var gone in shown.Except(names))
                {
                    // Otherwise its last value would stay for ever, and an alert with it.
                    Array.ForEach([inFlight, connections, serving, ejected], gauge => gauge.WithLabels(gone).Remove());
                }

                foreach (var backend in backends)
                {
                    var name = backend.Address.Authority;
                    inFlight.WithLabels(name).Set(backend.InFlight);
                    connections.WithLabels(name).Set(backend.Upstream.Connections);
                    serving.WithLabels(name).Set(backend.State.Serving ? 1 : 0);
                    ejected.WithLabels(name).Set(backend.Outliers.IsEjected ? 1 : 0);
                }

                shown = names;
            }
        });
    }
}
