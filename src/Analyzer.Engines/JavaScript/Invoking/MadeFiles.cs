using Acornima.Ast;
using Analyzer.Engines.JavaScript.Values;

namespace Analyzer.Engines.JavaScript.Invoking;

/// <summary>Files that a page's script makes, and their addresses.</summary>
internal static class MadeFiles
{
    private const int MaxLookedAt = 64;

    /// <summary>Whether a value is one, also over variables.</summary>
    public static bool IsIn(Node value, ConstantFolder folder) => ValueOrigins.Of(value, folder, MaxLookedAt, IsChoice).Any(IsMade);

    private static bool IsMade(Node part) => part
        is NewExpression { Callee: Identifier { Name: "Blob" or "File" } }
        or CallExpression { Callee: MemberExpression { Property: Identifier { Name: "createObjectURL" } } };

    private static bool IsChoice(Node part) =>
        part is LogicalExpression or ConditionalExpression or SequenceExpression or AssignmentExpression;
}
