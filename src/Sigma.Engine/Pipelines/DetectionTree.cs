using Sigma.Engine.Detections;

namespace Sigma.Engine.Pipelines;

/// <summary>A field of a rule with its values: what pipelines call a detection item.</summary>
/// <param name="Field">Null for keywords.</param>
/// <param name="Node">The tests of its values.</param>
internal sealed record DetectionItem(string? Field, DetectionNode Node)
{
    /// <summary>The leaves.</summary>
    public IReadOnlyList<FieldNode> Values { get; } = [.. DetectionTree.Leaves(Node)];
}

/// <summary>Changes the items of a condition.</summary>
internal static class DetectionTree
{
    public static IEnumerable<FieldNode> Leaves(DetectionNode node) => node switch
    {
        FieldNode leaf => [leaf],
        AllOfNode all => all.Nodes.SelectMany(Leaves),
        AnyOfNode any => any.Nodes.SelectMany(Leaves),
        AtLeastNode some => some.Nodes.SelectMany(Leaves),
        NotNode not => Leaves(not.Node),
        NamedNode named => Leaves(named.Node),
        _ => [],
    };

    public static IEnumerable<DetectionItem> Items(DetectionNode node)
    {
        var items = new List<DetectionItem>();
        Map(node, item =>
        {
            items.Add(item);
            return item.Node;
        });
        return items;
    }

    /// <param name="node">A condition.</param>
    /// <param name="map">Gives what stands in the place of an item; null to drop it.</param>
    /// <returns>Null when nothing is left.</returns>
    public static DetectionNode? Map(DetectionNode node, Func<DetectionItem, DetectionNode?> map)
    {
        if (ItemOf(node) is { } item)
        {
            return map(item);
        }

        switch (node)
        {
            case NamedNode named:
                return Map(named.Node, map) is { } inner ? named with { Node = inner } : null;
            case NotNode not:
                return Map(not.Node, map) is { } negated ? new NotNode(negated) : null;
            case AllOfNode all:
                return Inner(all.Nodes) is { Count: > 0 } every ? new AllOfNode(every) : null;
            case AnyOfNode any:
                return Inner(any.Nodes) is { Count: > 0 } some ? new AnyOfNode(some) : null;
            case AtLeastNode atLeast:
                var left = Inner(atLeast.Nodes);
                return left.Count > 0 ? new AtLeastNode(Math.Min(atLeast.Count, left.Count), left) : null;
            default:
                return node;
        }

        List<DetectionNode> Inner(IReadOnlyList<DetectionNode> nodes) => [.. nodes.Select(one => Map(one, map)).OfType<DetectionNode>()];
    }

    /// <summary>Changes the leaves of an item.</summary>
    public static DetectionNode MapLeaves(DetectionNode node, Func<FieldNode, DetectionNode> map) => node switch
    {
        FieldNode leaf => map(leaf),
        AllOfNode all => new AllOfNode([.. all.Nodes.Select(inner => MapLeaves(inner, map))]),
        AnyOfNode any => new AnyOfNode([.. any.Nodes.Select(inner => MapLeaves(inner, map))]),
        _ => node,
    };

    /// <summary>A field with one value, or with several that are joined in one way.</summary>
    private static DetectionItem? ItemOf(DetectionNode node) => node switch
    {
        FieldNode leaf => new(leaf.Field, leaf),
        AllOfNode { Nodes: [FieldNode first, ..] nodes } when nodes.All(inner => inner is FieldNode leaf && leaf.Field == first.Field) =>
            new(first.Field, node),
        AnyOfNode { Nodes: [FieldNode first, ..] nodes } when nodes.All(inner => inner is FieldNode leaf && leaf.Field == first.Field) =>
            new(first.Field, node),
        _ => null,
    };
}
