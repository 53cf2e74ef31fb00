using Acornima.Ast;
using Analyzer.Engines.JavaScript.Values;

namespace Analyzer.Engines.JavaScript.Invoking;

/// <summary>Files that a page's script makes, and their addresses.</summary>
internal static class MadeFiles
{
    private const int MaxLookedAt = 64;

    /// <summary>Whether a value is one, also over variables.</summary>
    public static bool IsIn(Node value, ConstantFolder folder)
    {
        var names = new HashSet<(string Name, int Function)>();
        var open = new Stack<(Node Part, int Function)>([(value, folder.Nested)]);
        for (var looked = 0; looked < MaxLookedAt && open.TryPop(out var next) && folder.TryLook(); looked++)
        {
            var (part, function) = next;
            switch (part)
            {
                case NewExpression { Callee: Identifier { Name: "Blob" or "File" } }:
                case CallExpression { Callee: MemberExpression { Property: Identifier { Name: "createObjectURL" } } }:
                    return true;
                case Identifier variable when names.Add((variable.Name, function)):
                    foreach (var assigned in folder.AssignedTo(variable.Name, function).Take(MaxLookedAt - open.Count))
                    {
                        open.Push(assigned);
                    }

                    break;
                case LogicalExpression or ConditionalExpression or SequenceExpression or AssignmentExpression:
                    foreach (var child in part.ChildNodes)
                    {
                        open.Push((child!, function));
                    }

                    break;
            }
        }

        return false;
    }
}
