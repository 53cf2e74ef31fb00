using Acornima.Ast;
using Analyzer.Engines.JavaScript.Values;

namespace Analyzer.Engines.JavaScript.Invoking;

/// <summary>Text that a script unpacks from base64 or something of the kind, which nobody reads.</summary>
internal static class Unpacked
{
    private const int MaxLookedAt = 256;

    /// <summary>Whether a value that stands in what is being looked at is made of it, also over variables.</summary>
    /// <param name="isRun">Whether the value is run: then letters that are made of computed numbers count, too.</param>
    public static bool IsIn(Node value, ConstantFolder folder, bool isRun = false)
    {
        var names = new HashSet<(string Name, int Function)>();
        var open = new Stack<(Node Part, int Function)>([(value, folder.Nested)]);
        for (var looked = 0; looked < MaxLookedAt && open.TryPop(out var next); looked++)
        {
            if (!folder.TryLook())
            {
                return true; // no page shows so much that it has put together
            }

            var (part, function) = next;
            switch (part)
            {
                case CallExpression call when IsUnpacker(call.Callee):
                    return true;
                case CallExpression call when isRun && IsLetters(call.Callee) && folder.Fold(call) is null:
                    return true;
                case IFunction:
                    continue;
                case Identifier variable when names.Add((variable.Name, function)):
                    PushAll(folder.AssignedTo(variable.Name, function).Where(static assigned => assigned.Value is not Literal));
                    break;
            }

            PushAll(part.ChildNodes.Where(static child => child is not null).Select(child => (child!, function)));
        }

        return false;

        void PushAll(IEnumerable<(Node, int)> parts)
        {
            foreach (var part in parts.Take(MaxLookedAt - open.Count))
            {
                open.Push(part);
            }
        }
    }

    private static bool IsLetters(Expression callee) => callee is MemberExpression
    {
        Computed: false, Property: Identifier { Name: "fromCharCode" or "fromCodePoint" },
    };

    private static bool IsUnpacker(Expression callee) => callee switch
    {
        Identifier function => function.Name == "atob",
        MemberExpression { Computed: false, Property: Identifier member } =>
            member.Name is "atob" or "decrypt" or "inflate" or "ungzip" or "decompressFromBase64",
        _ => false,
    };
}
