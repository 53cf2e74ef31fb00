using System.Collections.Immutable;
using Sigma.Engine.Yaml;

namespace Sigma.Engine.Detections;

/// <summary>The condition of a rule: a tree over tests of fields.</summary>
public abstract record DetectionNode;

/// <summary>True when all are true.</summary>
public sealed record AllOfNode(IReadOnlyList<DetectionNode> Nodes) : DetectionNode;

/// <summary>True when one is true.</summary>
public sealed record AnyOfNode(IReadOnlyList<DetectionNode> Nodes) : DetectionNode;

/// <summary>True when at least so many are true.</summary>
public sealed record AtLeastNode(int Count, IReadOnlyList<DetectionNode> Nodes) : DetectionNode;

public sealed record NotNode(DetectionNode Node) : DetectionNode;

/// <summary>A search of the rule, as its condition names it.</summary>
public sealed record NamedNode(string Name, DetectionNode Node) : DetectionNode;

/// <summary>A leaf: true when a value of the field passes the test.</summary>
/// <param name="Field">Null for a keyword: any scalar value of the record, however deep.</param>
/// <param name="Test">The test.</param>
/// <param name="At">The position of the value in the rule.</param>
public sealed record FieldNode(string? Field, ValueTest Test, SourcePosition At) : DetectionNode;

/// <summary>A field of a search with its values, as pipelines change it; rules have none when pipelines are through.</summary>
/// <param name="Field">Null for keywords.</param>
/// <param name="Node">The tests of its values.</param>
/// <param name="Applied">The ids of the steps that changed it.</param>
internal sealed record ItemNode(string? Field, DetectionNode Node, ImmutableHashSet<string> Applied) : DetectionNode
{
    public ItemNode(string? field, DetectionNode node)
        : this(field, node, [])
    {
    }
}
