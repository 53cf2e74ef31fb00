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
/// <param name="Kind">Which.</param>
/// <param name="Predicate">The predicate of a leaf; of an absence, that of what is absent.</param>
/// <param name="Count">How many have to hold.</param>
/// <param name="Nodes">What it is made of.</param>
internal sealed record CompiledNode(NodeKind Kind, int Predicate, int Count, CompiledNode[] Nodes);
