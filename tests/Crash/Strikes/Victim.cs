using Load.Servers;

namespace Crash.Strikes;

/// <summary>The node to strike: in odd rounds the one with the primary shard, in even rounds any.</summary>
internal readonly record struct Victim(int Node, bool IsPrimary)
{
    public static async Task<Victim> DrawAsync(
        ElasticsearchCluster cluster, string alias, int round, ulong draw, CancellationToken cancellationToken)
    {
        var primary = await cluster.FindPrimaryAsync(alias, cancellationToken);
        var node = round % 2 == 1 ? primary : 1 + (int)(draw % ElasticsearchCluster.Size);
        return new(node, node == primary);
    }

    public override string ToString() => $"node {Node}{(IsPrimary ? ", the primary's" : "")}";
}
