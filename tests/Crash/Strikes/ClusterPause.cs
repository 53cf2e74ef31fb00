using Crash.Faults;
using Load.Servers;

namespace Crash.Strikes;

/// <summary>All nodes hang at once and continue: requests get neither an answer nor an error.</summary>
internal sealed class ClusterPause(string name, ElasticsearchCluster cluster) : IFault
{
    private static readonly IEnumerable<int> Nodes = Enumerable.Range(1, ElasticsearchCluster.Size);

    public string Name => name;

    public bool IsOutage => true;

    public async Task<string> StrikeAsync(IRunningSystem system, int round, ulong draw, CancellationToken cancellationToken)
    {
        await Task.WhenAll(Nodes.Select(node => cluster.PauseAsync(node, cancellationToken)));
        return "paused all nodes";
    }

    public Task RelieveAsync(CancellationToken cancellationToken) =>
        Task.WhenAll(Nodes.Select(node => cluster.ResumeAsync(node, cancellationToken)));
}
