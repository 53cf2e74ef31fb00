namespace Sigma.Engine.Conditions;

/// <summary>A parsed condition: names are not resolved yet.</summary>
internal abstract record ConditionNode(int Offset);

internal sealed record NameCondition(string Name, int Offset) : ConditionNode(Offset);

internal sealed record NotCondition(ConditionNode Operand, int Offset) : ConditionNode(Offset);

internal sealed record AndCondition(IReadOnlyList<ConditionNode> Operands, int Offset) : ConditionNode(Offset);

internal sealed record OrCondition(IReadOnlyList<ConditionNode> Operands, int Offset) : ConditionNode(Offset);

/// <summary><c>1 of selection*</c>, <c>all of them</c>.</summary>
/// <param name="Count">How many have to be true; null for all.</param>
/// <param name="Pattern">A name with any number of <c>*</c>, or <c>them</c>.</param>
/// <param name="Offset">Where it begins.</param>
internal sealed record QuantifiedCondition(int? Count, string Pattern, int Offset) : ConditionNode(Offset)
{
    public bool IsThem => Pattern.Equals("them", StringComparison.OrdinalIgnoreCase);

    /// <summary><c>them</c> leaves out names that begin with an underscore.</summary>
    public bool Covers(string name)
    {
        if (IsThem)
        {
            return !name.StartsWith('_');
        }

        var pieces = Pattern.Split('*');
        if (pieces.Length == 1)
        {
            return name == Pattern;
        }

        if (!name.StartsWith(pieces[0], StringComparison.Ordinal) || name.Length < pieces[0].Length + pieces[^1].Length
            || !name.EndsWith(pieces[^1], StringComparison.Ordinal))
        {
            return false;
        }

        var rest = name[pieces[0].Length..^pieces[^1].Length];
        foreach (var piece in pieces[1..^1])
        {
            var found = rest.IndexOf(piece, StringComparison.Ordinal);
            if (found < 0)
            {
                return false;
            }

            rest = rest[(found + piece.Length)..];
        }

        return true;
    }
}
