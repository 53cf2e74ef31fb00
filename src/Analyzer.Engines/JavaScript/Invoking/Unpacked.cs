using Acornima.Ast;
using Analyzer.Engines.JavaScript.Values;

namespace Analyzer.Engines.JavaScript.Invoking;

/// <summary>Text that a script unpacks from base64 or something of the kind, which nobody reads.</summary>
internal static class Unpacked
{
    private const int MaxLookedAt = 256;

    /// <summary>Whether a value is made of it, also over variables.</summary>
    public static bool IsIn(Node value, ConstantFolder folder)
    {
        var names = new HashSet<string>(StringComparer.Ordinal);
        var open = new Stack<Node>([value]);
        for (var looked = 0; looked < MaxLookedAt && open.TryPop(out var part); looked++)
        {
            if (!folder.TryLook())
            {
                return true; // no page shows so much that it has put together
            }

            switch (part)
            {
                case CallExpression call when IsUnpacker(call.Callee):
                    return true;
                case IFunction:
                    continue;
                case Identifier variable when names.Add(variable.Name):
                    Push(folder.AssignedTo(variable.Name));
                    break;
            }

            foreach (var child in part.ChildNodes)
            {
                if (open.Count == MaxLookedAt)
                {
                    break;
                }

                if (child is not null)
                {
                    open.Push(child);
                }
            }
        }

        return false;

        void Push(IReadOnlyList<Node> assigned)
        {
            for (var i = 0; i < assigned.Count && open.Count < MaxLookedAt; i++)
            {
                open.Push(assigned[i]);
            }
        }
    }

    private static bool IsUnpacker(Expression callee) => callee switch
    {
        Identifier function => function.Name == "atob",
        MemberExpression { Computed: false, Property: Identifier member } =>
            member.Name is "atob" or "decrypt" or "inflate" or "ungzip" or "decompressFromBase64",
        _ => false,
    };
}
