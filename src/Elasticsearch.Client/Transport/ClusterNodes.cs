namespace Elasticsearch.Client.Transport;

/// <summary>Gives requests to the living nodes in turn.</summary>
internal sealed class ClusterNodes(IEnumerable<Uri> addresses)
{
    private readonly ClusterNode[] _nodes = [.. addresses.Select(address => new ClusterNode(address))];
    private uint _turn;

    public int Count => _nodes.Length;

    public int Living => _nodes.Count(node => node.IsAlive);

    /// <returns>Null when no node is alive.</returns>
    public ClusterNode? Next()
    {
        var first = Interlocked.Increment(ref _turn);
        for (var i = 0u; i < _nodes.Length; i++)
        {
            var node = _nodes[(first + i) % (uint)_nodes.Length];
            if (node.IsAlive)
            {
                return node;
            }
        }

        return null;
    }

    public override string ToString() => string.Join(", ", _nodes.Select(node => node.Address));
}
