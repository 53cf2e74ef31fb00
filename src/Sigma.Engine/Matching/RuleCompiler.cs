using Sigma.Engine.Detections;

namespace Sigma.Engine.Matching;

/// <summary>
/// Compiles conditions to predicates, and determines for each rule which of them have to be found before it is worth evaluating.
/// </summary>
internal sealed class RuleCompiler(PredicateSet predicates)
{
    public CompiledNode Compile(DetectionNode node)
    {
        switch (node)
        {
            case NamedNode named:
                return Compile(named.Node);
            case NotNode not:
                return new(NodeKind.Not, -1, 0, [Compile(not.Node)]);
            case AllOfNode all:
                return new(NodeKind.All, -1, 0, Compile(all.Nodes));
            case AnyOfNode any:
                return new(NodeKind.Any, -1, 0, Compile(any.Nodes));
            case AtLeastNode some:
                return new(NodeKind.AtLeast, -1, some.Count, Compile(some.Nodes));
            case FieldNode { Field: { } field, Test: PresenceTest { IsPresent: false } }:
                return new(NodeKind.Absence, predicates.Presence(predicates.Field(field), field).Id, 0, []);
            case FieldNode { Field: { } field, Test: ExistenceTest existence }:
                return new(existence.Exists ? NodeKind.Predicate : NodeKind.Absence, predicates.Existence(field).Id, 0, []);
            case FieldNode leaf:
                return new(NodeKind.Predicate, predicates.Add(leaf.Field, leaf.Test).Id, 0, []);
            default:
                throw new InvalidOperationException($"No case for {node}.");
        }
    }

    /// <summary>
    /// Predicates, at least one of which has to be found in a record before the rule can fire. The set may be too large, but never too
    /// small.
    /// </summary>
    /// <returns>Null when the rule may fire without any of them.</returns>
    public WitnessSet? Witnesses(CompiledNode node)
    {
        switch (node.Kind)
        {
            case NodeKind.Predicate:
                return Witness(predicates.Predicates[node.Predicate]);
            case NodeKind.All:
                return node.Nodes.Select(Witnesses).OfType<WitnessSet>().MinBy(witnesses => witnesses.Cost);
            case NodeKind.Any or NodeKind.AtLeast:
                var each = node.Nodes.Select(Witnesses).OfType<WitnessSet>().ToList();
                return each.Count < node.Nodes.Length
                    ? null
                    : new([.. each.SelectMany(witnesses => witnesses.Predicates).Distinct()], each.Sum(witnesses => witnesses.Cost));
            default:
                return null;
        }
    }

    private WitnessSet Witness(Predicate predicate)
    {
        if (predicate.PredicateEvidence != PredicateEvidence.None)
        {
            return new([predicate.Id], predicate.Cost);
        }

        var presence = predicates.Presence(predicate.Field, predicate.FieldName);
        return new([presence.Id], presence.Cost);
    }

    private CompiledNode[] Compile(IReadOnlyList<DetectionNode> nodes) => [.. nodes.Select(Compile)];
}

/// <param name="Predicates">The predicates, at least one of which has to be found.</param>
/// <param name="Cost">Roughly how often one is found.</param>
internal sealed record WitnessSet(IReadOnlyList<int> Predicates, double Cost);
