using Gateway.Features.Backends;
using Gateway.Features.Settings;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;

namespace Gateway.Tests.Hosting;

internal sealed partial class GatewayHost
{
    /// <summary>Starts it with nobody who watches: the backends count as good, whatever they do.</summary>
    public static Task<GatewayHost> StartUnwatchedAsync(Uri backend, params string[] settings) => StartUnwatchedAsync([backend], settings);

    /// <inheritdoc cref="StartUnwatchedAsync(Uri, string[])"/>
    public static async Task<GatewayHost> StartUnwatchedAsync(IReadOnlyList<Uri> backends, params string[] settings)
    {
        var log = new LogSink();
        var app = Build(log, Unwatch, ["HttpPort=0", "GrpcPort=0", .. settings]);
        app.UseGateway();
        var sets = app.Services.GetRequiredService<BackendSets>();
        sets.Update(app.Services.GetRequiredService<IOptions<GatewayOptions>>().Value);
        sets.Analyzers.Update(backends);
        foreach (var backend in sets.All.SelectMany(pool => pool.Backends))
        {
            backend.State = new(Alive: true, Serving: true, RendersJson: true, "not watched");
        }

        await app.StartAsync(TestContext.Current.CancellationToken).Within();
        return new GatewayHost(app, log);
    }

    private static void Unwatch(IServiceCollection services) =>
        services.Remove(services.Single(service => service.ImplementationType == typeof(BackendKeeper)));
}
