namespace Elasticsearch.Client.Transport;

/// <summary>Gives requests to the living nodes in turn.</summary>
internal sealed class NodePool(IEnumerable<Uri> addresses)
{
    private uint _turn;

    public IReadOnlyList<Node> Nodes { get; } = [.. addresses.Select(address => new Node(address))];

    public int Living => Nodes.Count(node => node.IsAlive);

    /// <returns>Null when no node is alive.</returns>
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
