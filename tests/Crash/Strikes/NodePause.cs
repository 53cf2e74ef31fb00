using Crash.Faults;
using Load.Servers;

namespace Crash.Strikes;

/// <summary>
/// One of three nodes hangs and goes on: in odd rounds the node with the primary shard, in even rounds any. It writes late what it had been
/// asked to write, perhaps after the system has asked another node for the same.
/// </summary>
internal sealed class NodePause(string name, ElasticsearchCluster cluster, string alias) : IFault
{
    private int _victim;

    public string Name => name;

    public async Task<string> StrikeAsync(IRunningSystem system, int round, ulong draw, CancellationToken cancellationToken)
    {
        var victim = await Victim.DrawAsync(cluster, alias, round, draw, cancellationToken);
        await cluster.PauseAsync(_victim = victim.Node, cancellationToken);
        return $"paused {victim}";
    }

    public Task RelieveAsync(CancellationToken cancellationToken) => cluster.ResumeAsync(_victim, cancellationToken);
}
