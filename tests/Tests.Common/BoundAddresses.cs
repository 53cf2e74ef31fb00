using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.Extensions.DependencyInjection;

namespace Tests.Common;

/// <summary>Where a host that was started in this process listens.</summary>
public static class BoundAddresses
{
    /// <returns>In the order in which the host opened them, with the ports that it got.</returns>
    public static Uri[] Addresses(this IServiceProvider services) =>
        [.. services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses.Select(address => new Uri(address))];
}
