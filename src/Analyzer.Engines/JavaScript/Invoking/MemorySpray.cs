using Acornima;
using Acornima.Ast;
using Analyzer.Engines.JavaScript.Values;

namespace Analyzer.Engines.JavaScript.Invoking;

/// <summary>Loops that fill memory with copies of a text, as attacks do: <c>while (text.length &lt; 100000) text += text;</c></summary>
internal static class MemorySpray
{
    /// <summary>A text that is doubled until it is so long fills memory.</summary>
    private const double Length = 10_000;

    /// <param name="body">All that is done again.</param>
    public static bool IsIn(Expression? test, Node body, ConstantFolder folder, FoldBudget budget)
    {
        if (test is not BinaryExpression { Left: var left, Right: var right } || !MentionsLength(left) && !MentionsLength(right)
            || (Coerced.ToNumber(folder.Fold(right)) ?? Coerced.ToNumber(folder.Fold(left))) is { } length && length < Length)
        {
            return false;
        }

        var open = new Stack<Node>([body]);
        while (open.TryPop(out var part) && budget.TryStep())
        {
            if (part is AssignmentExpression { Left: Identifier name } assignment && Doubles(name.Name, assignment))
            {
                return true;
            }

            foreach (var child in part.ChildNodes)
            {
                if (child is not null)
                {
                    open.Push(child);
                }
            }
        }

        return false;
    }

    private static bool MentionsLength(Expression expression) => expression switch
    {
        MemberExpression { Computed: false, Property: Identifier { Name: "length" } } => true,
        BinaryExpression { Left: var left, Right: var right } => MentionsLength(left) || MentionsLength(right),
        _ => false,
    };

    private static bool Doubles(string name, AssignmentExpression assignment) => assignment.Operator switch
    {
        Operator.AdditionAssignment => Occurrences(name, assignment.Right) >= 1,
        Operator.Assignment => Occurrences(name, assignment.Right) >= 2,
        _ => false,
    };

    // These are parts of a sum.
    private static int Occurrences(string name, Expression sum)
    {
        var count = 0;
        while (sum is BinaryExpression { Operator: Operator.Addition } addition)
        {
            count += addition.Right is Identifier part && part.Name == name ? 1 : 0;
            sum = addition.Left;
        }

        return count + (sum is Identifier first && first.Name == name ? 1 : 0);
    }
}
