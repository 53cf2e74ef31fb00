using Acornima.Ast;
using Analyzer.Engines.JavaScript.Values;

namespace Analyzer.Engines.JavaScript.Invoking;

/// <summary>The nodes that a value comes from, also over variables.</summary>
internal static class ValueOrigins
{
    /// <param name="value">The first of them.</param>
    /// <param name="folder">Knows the variables, and bounds the looks at a script.</param>
    /// <param name="max">The most nodes.</param>
    /// <param name="opens">Whether the value of a node is one of its children's, or made of them.</param>
    public static IEnumerable<Node> Of(Node value, ConstantFolder folder, int max, Func<Node, bool> opens)
    {
        var names = new HashSet<(string Name, int Function)>();
        var open = new Stack<(Node Part, int Function)>([(value, folder.Nested)]);
        for (var looked = 0; looked < max && open.TryPop(out var next) && folder.TryLook(); looked++)
        {
            var (part, function) = next;
            yield return part;

            if (part is Identifier variable)
            {
                foreach (var assigned in names.Add((variable.Name, function))
                    ? folder.AssignedTo(variable.Name, function).Take(max - open.Count) : [])
                {
                    open.Push(assigned);
                }
            }
            else if (opens(part))
            {
                foreach (var child in part.ChildNodes)
                {
                    open.Push((child!, function));
                }
            }
        }
    }
}
