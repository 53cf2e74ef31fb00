using Load.Crash.Servers;
using Load.Server;

namespace Load.Crash.Faults;

/// <summary>
/// A node of three hangs and goes on: in odd rounds the one that holds the primary shard, in even ones any. What it had been asked to write it
/// writes late, perhaps after the service has asked another node for the same.
/// </summary>
internal sealed class NodePause(string name, ElasticsearchCluster cluster, string alias, ServiceSettings settings) : IFault
{
    private int _victim;

    public string Name => name;

    public bool EndsService => false;

    public ServiceSettings Exposed => settings;

    public ServiceSettings Sheltered => settings;

    public async Task<string> StrikeAsync(ServiceProcess service, int round, ulong draw, CancellationToken cancellationToken)
    {
        var victim = await Victim.DrawAsync(cluster, alias, round, draw, cancellationToken);
        await cluster.PauseAsync(_victim = victim.Node, cancellationToken);
        return $"paused {victim}";
    }

    public Task RelieveAsync(CancellationToken cancellationToken) => cluster.ResumeAsync(_victim, cancellationToken);

    public Task MendAsync(CancellationToken cancellationToken) => Task.CompletedTask;
}
