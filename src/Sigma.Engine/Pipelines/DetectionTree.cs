using Sigma.Engine.Detections;

namespace Sigma.Engine.Pipelines;

/// <summary>Changes the items of a condition.</summary>
internal static class DetectionTree
{
    public static IEnumerable<FieldNode> Leaves(DetectionNode? node) => node switch
    {
        FieldNode leaf => [leaf],
        ItemNode item => Leaves(item.Node),
        NotNode not => Leaves(not.Node),
        NamedNode named => Leaves(named.Node),
        null => [],
        _ => Inner(node).SelectMany(Leaves),
    };

    public static IEnumerable<ItemNode> Items(DetectionNode? node) => node switch
    {
        ItemNode item => [item],
        NotNode not => Items(not.Node),
        NamedNode named => Items(named.Node),
        null => [],
        _ => Inner(node).SelectMany(Items),
    };

    /// <param name="node">A condition.</param>
    /// <param name="map">Gives what stands in the place of an item; null to drop it.</param>
    /// <returns>Null when nothing is left.</returns>
    public static DetectionNode? Map(DetectionNode node, Func<ItemNode, DetectionNode?> map)
    {
        switch (node)
        {
            case ItemNode item:
                return map(item);
            case NamedNode named:
                return Map(named.Node, map) is { } inner ? named with { Node = inner } : null;
            case NotNode not:
                return Map(not.Node, map) is { } negated ? new NotNode(negated) : null;
            default:
                List<DetectionNode> left = [.. Inner(node).Select(one => Map(one, map)).OfType<DetectionNode>()];
                return left.Count > 0 ? With(node, left) : Inner(node).Count > 0 ? null : node;
        }
    }

    /// <summary>Notes the id of a step at the items that it has made.</summary>
    public static DetectionNode Mark(DetectionNode node, string id) =>
        Map(node, item => item with { Applied = item.Applied.Add(id) })!;

    /// <summary>A condition as it is evaluated: without the items.</summary>
    public static DetectionNode WithoutItems(DetectionNode node) => Map(node, item => item.Node)!;

    /// <summary>Changes the leaves of an item.</summary>
    /// <param name="node">Their tree.</param>
    /// <param name="map">Gives what stands in the place of a leaf; null when it stays.</param>
    /// <returns>Null when all stay.</returns>
    public static DetectionNode? MapLeaves(DetectionNode node, Func<FieldNode, DetectionNode?> map)
    {
        if (node is FieldNode leaf)
        {
            return map(leaf);
        }

        var inner = Inner(node);
        var mapped = inner.Select(one => MapLeaves(one, map)).ToList();
        return mapped.TrueForAll(one => one is null) ? null : With(node, [.. mapped.Select((one, index) => one ?? inner[index])]);
    }

    public static DetectionNode Any(IReadOnlyList<DetectionNode> nodes) => nodes.Count == 1 ? nodes[0] : new AnyOfNode(nodes);

    public static DetectionNode All(IReadOnlyList<DetectionNode> nodes) => nodes.Count == 1 ? nodes[0] : new AllOfNode(nodes);

    private static IReadOnlyList<DetectionNode> Inner(DetectionNode node) => node switch
    {
        AllOfNode all => all.Nodes,
        AnyOfNode any => any.Nodes,
        AtLeastNode some => some.Nodes,
        _ => [],
    };

    private static DetectionNode With(DetectionNode node, List<DetectionNode> nodes) => node switch
    {
        AllOfNode => new AllOfNode(nodes),
        AnyOfNode => new AnyOfNode(nodes),
        AtLeastNode some => new AtLeastNode(Math.Min(some.Count, nodes.Count), nodes),
        _ => node,
    };
}
