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
            switch (part)
            {
                case CallExpression call when IsUnpacker(call.Callee):
                    return true;
                case IFunction:
                    continue;
                case Identifier variable when names.Add(variable.Name):
                    foreach (var assigned in folder.AssignedTo(variable.Name))
                    {
                        open.Push(assigned);
                    }

                    break;
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

    private static bool IsUnpacker(Expression callee) => callee switch
    {
        Identifier function => function.Name == "atob",
        MemberExpression { Computed: false, Property: Identifier member } =>
            member.Name is "atob" or "decrypt" or "inflate" or "ungzip" or "decompressFromBase64",
        _ => false,
    };
}
