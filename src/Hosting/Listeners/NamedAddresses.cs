using Hosting.Settings;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Http.Features;

namespace Hosting.Listeners;

/// <summary>
/// Kestrel calls every port http or https, even those of other protocols: this gives the start log the real protocol of each.
/// </summary>
internal sealed class NamedAddresses(IServer server, ListenerPorts ports, HostSettings settings) : IServer
{
    public IFeatureCollection Features => server.Features;

    public async Task StartAsync<TContext>(IHttpApplication<TContext> application, CancellationToken cancellationToken)
        where TContext : notnull
    {
        await server.StartAsync(application, cancellationToken);
        if (Features.Get<IServerAddressesFeature>() is { } bound)
        {
            Features.Set<IServerAddressesFeature>(new Addresses(ports.Name(settings, [.. bound.Addresses])));
        }
    }

    public Task StopAsync(CancellationToken cancellationToken) => server.StopAsync(cancellationToken);

    public void Dispose() => server.Dispose();

    private sealed class Addresses(IEnumerable<string> addresses) : IServerAddressesFeature
    {
        ICollection<string> IServerAddressesFeature.Addresses { get; } = [.. addresses];

        public bool PreferHostingUrls { get; set; }
    }
}
