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
