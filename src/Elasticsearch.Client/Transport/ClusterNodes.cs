namespace Elasticsearch.Client.Transport;

/// <summary>Gives requests to the living nodes in turn.</summary>
internal sealed class ClusterNodes(IEnumerable<Uri> addresses)
{
    private readonly ClusterNode[] _nodes = [.. addresses.Select(address => new ClusterNode(address))];
    private uint _turn;

    public int Count => _nodes.Length;

    public int Living => _nodes.Count(node => node.IsAlive);

    /// <param name="asked">Those that were asked before: others come first.</param>
    /// <returns>Null when no node is alive.</returns>
    public ClusterNode? Next(IReadOnlyCollection<ClusterNode> asked)
    {
        var first = Interlocked.Increment(ref _turn);
        ClusterNode? again = null;
        for (var i = 0u; i < _nodes.Length; i++)
        {
            var node = _nodes[(first + i) % (uint)_nodes.Length];
            if (node.IsAlive && !asked.Contains(node))
            {
                return node;
            }

            again ??= node.IsAlive ? node : null;
        }

        return again;
    }

    public override string ToString() => string.Join(", ", _nodes.Select(node => node.Address));
}
