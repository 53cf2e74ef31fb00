using Load.Crash.Servers;
using Load.Server;

namespace Load.Crash.Faults;

/// <summary>
/// SIGKILL to one of three Elasticsearch nodes; the service goes on. In odd rounds it is the node that holds the primary shard, and what was
/// acknowledged is read back while it is still dead. In even rounds it is any, and it comes back, with what was on its disk, under load.
/// </summary>
internal sealed class NodeLoss(string name, ElasticsearchCluster cluster, string alias, ServiceSettings settings) : IFault
{
    private int? _dead;
    private bool _returnsUnderLoad;

    public string Name => name;

    public bool EndsService => false;

    public ServiceSettings Exposed => settings;

    public ServiceSettings Sheltered => settings;

    public async Task<string> StrikeAsync(ServiceProcess service, int round, ulong draw, CancellationToken cancellationToken)
    {
        var victim = await Victim.DrawAsync(cluster, alias, round, draw, cancellationToken);
        _returnsUnderLoad = round % 2 == 0;
        await cluster.KillAsync(victim.Node, cancellationToken);
        _dead = victim.Node;
        return $"killed {victim}";
    }

    public Task RelieveAsync(CancellationToken cancellationToken) => _returnsUnderLoad ? MendAsync(cancellationToken) : Task.CompletedTask;

    public async Task MendAsync(CancellationToken cancellationToken)
    {
        if (_dead is { } node)
        {
            await cluster.ReviveAsync(node, cancellationToken);
            _dead = null;
        }
    }
}
