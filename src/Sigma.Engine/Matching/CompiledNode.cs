namespace Sigma.Engine.Matching;

internal enum NodeKind
{
    Predicate,

    /// <summary>A field without a value, or a name that is not there.</summary>
    Absence,
    All,
    Any,
    AtLeast,
    Not,
}

/// <summary>A condition over predicates.</summary>
/// <param name="Kind">The kind of the node.</param>
/// <param name="Predicate">The predicate of a leaf; for an absence, the predicate of the absent value.</param>
/// <param name="Count">How many have to be true.</param>
/// <param name="Nodes">The nodes below.</param>
internal sealed record CompiledNode(NodeKind Kind, int Predicate, int Count, CompiledNode[] Nodes);
