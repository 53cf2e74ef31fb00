using System.Numerics;
using Load.Crash.Servers;
using Load.Server;

namespace Load.Crash.Faults;

/// <summary>The network between the service and some of the nodes, or all, fails for a while and is well again.</summary>
/// <param name="name">As the command line and the table have it.</param>
/// <param name="draw">Which fault this time.</param>
/// <param name="network">The proxies that the service goes through.</param>
/// <param name="exposed">Through the proxies.</param>
/// <param name="sheltered">Past them.</param>
internal sealed class NetworkFault(
    string name, Func<ulong, Toxic> draw, Toxiproxy network, ServiceSettings exposed, ServiceSettings sheltered) : IFault
{
    public string Name => name;

    public bool EndsService => false;

    public ServiceSettings Exposed => exposed;

    public ServiceSettings Sheltered => sheltered;

    public async Task<string> StrikeAsync(ServiceProcess service, int round, ulong random, CancellationToken cancellationToken)
    {
        // In odd rounds there is no way around it.
        var all = (1u << network.Proxies.Count) - 1;
        var hit = round % 2 == 1 ? all : 1 + (uint)(random % all);
        var toxic = draw(random / all);
        for (var proxy = 0; proxy < network.Proxies.Count; proxy++)
        {
            if ((hit & (1u << proxy)) != 0)
            {
                await network.PoisonAsync(proxy, toxic, cancellationToken);
            }
        }

        return $"{toxic} to {BitOperations.PopCount(hit)} of {network.Proxies.Count} nodes";
    }

    public Task RelieveAsync(CancellationToken cancellationToken) => network.CureAsync(cancellationToken);

    public Task MendAsync(CancellationToken cancellationToken) => Task.CompletedTask;
}
