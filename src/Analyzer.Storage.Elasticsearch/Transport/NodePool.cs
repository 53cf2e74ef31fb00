namespace Analyzer.Storage.Elasticsearch.Transport;

/// <summary>Deals requests out to the nodes that live, each in turn.</summary>
internal sealed class NodePool(IEnumerable<Uri> addresses)
{
    private uint _turn;

    public IReadOnlyList<Node> Nodes { get; } = [.. addresses.Select(address => new Node(address))];

    public int Living => Nodes.Count(node => node.IsAlive);

    /// <returns>Null when none lives.</returns>
    public Node? Next()
    {
        var first = Interlocked.Increment(ref _turn);
        for (var i = 0u; i < Nodes.Count; i++)
        {
            var node = Nodes[(int)((first + i) % (uint)Nodes.Count)];
            if (node.IsAlive)
            {
                return node;
            }
        }

        return null;
    }
}
