using Acornima.Ast;
using Analyzer.Engines.JavaScript.Values;

namespace Analyzer.Engines.JavaScript.Parsing;

/// <summary>Loops that nothing ends: they stop the reader, or fill its memory.</summary>
internal static class EndlessLoops
{
    /// <param name="test">What it goes on for; null for none.</param>
    /// <param name="body">All that is done again.</param>
    public static bool IsOne(Expression? test, Node body, ConstantFolder folder, FoldBudget budget)
    {
        if (test is not null && folder.Fold(test) is not (true or (double and not 0)))
        {
            return false;
        }

        var open = new Stack<Node>([body]);
        while (open.TryPop(out var part))
        {
            if (!budget.TryStep() || part is BreakStatement or ReturnStatement or ThrowStatement)
            {
                return false;
            }

            // A function's return ends the function alone.
            foreach (var child in part is IFunction ? default : part.ChildNodes)
            {
                if (child is not null)
                {
                    open.Push(child);
                }
            }
        }

        return true;
    }
}
