using Crash.Faults;
using Load.Servers;

namespace Crash.Strikes;

/// <summary>
/// Kills one of three Elasticsearch nodes (SIGKILL); the system goes on. In odd rounds it is the node with the primary shard, and the
/// entries are read back while it is still dead. In even rounds it is any node, and it comes back under load, with the data on its disk.
/// </summary>
internal sealed class NodeLoss(string name, ElasticsearchCluster cluster, string alias) : IFault
{
    private int? _dead;
    private bool _returnsUnderLoad;

    public string Name => name;

    public async Task<string> StrikeAsync(IRunningSystem system, int round, ulong draw, CancellationToken cancellationToken)
    {
        // On a busy machine the copy of a new index comes late; without it, the primary's node takes the index along until it returns.
        await cluster.BecomeWholeAsync(alias, cancellationToken);
        var victim = await Victim.DrawAsync(cluster, alias, round, draw, cancellationToken);
        _returnsUnderLoad = round % 2 == 0;
        await cluster.KillAsync(victim.Node, cancellationToken);
        _dead = victim.Node;
        return $"killed {victim}";
    }

    public Task RelieveAsync(CancellationToken cancellationToken) =>
        _returnsUnderLoad ? MendAsync(cancellationToken) : Task.CompletedTask;

    public async Task MendAsync(CancellationToken cancellationToken)
    {
        if (_dead is { } node)
        {
            await cluster.ReviveAsync(node, cancellationToken);
            _dead = null;
        }
    }
}
