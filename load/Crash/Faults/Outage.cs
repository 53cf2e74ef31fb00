using Load.Crash.Servers;
using Load.Server;

namespace Load.Crash.Faults;

/// <summary>All nodes hang at once and go on: nobody answers, and nobody says so. It is also timed how soon the service is as fast as before.</summary>
internal sealed class Outage(string name, ElasticsearchCluster cluster, ServiceSettings settings) : IFault
{
    private static readonly IEnumerable<int> Nodes = Enumerable.Range(1, ElasticsearchCluster.Size);

    public string Name => name;

    public bool EndsService => false;

    public bool IsOutage => true;

    public ServiceSettings Exposed => settings;

    public ServiceSettings Sheltered => settings;

    public async Task<string> StrikeAsync(ServiceProcess service, int round, ulong draw, CancellationToken cancellationToken)
    {
        await Task.WhenAll(Nodes.Select(node => cluster.PauseAsync(node, cancellationToken)));
        return "paused all nodes";
    }

    public Task RelieveAsync(CancellationToken cancellationToken) => Task.WhenAll(Nodes.Select(node => cluster.ResumeAsync(node, cancellationToken)));

    public Task MendAsync(CancellationToken cancellationToken) => Task.CompletedTask;
}
