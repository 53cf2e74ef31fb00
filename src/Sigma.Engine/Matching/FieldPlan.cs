using Sigma.Engine.Matching.Literals;

namespace Sigma.Engine.Matching;

/// <summary>The tests of a field.</summary>
/// <param name="Nodes">Its names in the tree; the first one with values counts.</param>
/// <param name="Presence">The predicate that it has a value; -1 when it is not needed.</param>
/// <param name="Existence">The predicate that its name is present; -1 when it is not needed.</param>
/// <param name="Exact">The index of exact values; null when there is none, like the others.</param>
/// <param name="Prefixes">Literals with which values begin.</param>
/// <param name="Suffixes">Literals with which values end.</param>
/// <param name="Pieces">Literals within values.</param>
/// <param name="Numbers">Numbers that rules compare by value.</param>
internal sealed record FieldPlan(
    int[] Nodes, int Presence, int Existence,
    ExactIndex? Exact, AffixIndex? Prefixes, AffixIndex? Suffixes, ContainsIndex? Pieces, NumberIndex? Numbers)
{
    public bool HasTexts { get; } = Exact is not null || Prefixes is not null || Suffixes is not null || Pieces is not null;
}
