using Acornima.Ast;
using Analyzer.Engines.JavaScript.Values;

namespace Analyzer.Engines.JavaScript.Invoking;

/// <summary>
/// Text that a page's script puts together out of what it, or its page, holds, and then runs. Alone that is nothing: libraries do so
/// with what they are given. With data in the page that nobody can read, the script is not what it shows.
/// </summary>
internal static class ComputedText
{
    private const int MaxLookedAt = 128;

    /// <summary>Whether a value comes out of a call or out of the page, also over variables; what a function is given does not.</summary>
    public static bool Is(Node value, ConstantFolder folder) => ValueOrigins.Of(value, folder, MaxLookedAt, IsPutTogether)
        .Any(part => part is CallExpression call ? folder.Fold(call) is null : part is MemberExpression member && IsText(member));

    /// <summary>Whether a value is text that stands in the page, also over variables.</summary>
    public static bool IsOfPage(Node value, ConstantFolder folder) => value is MemberExpression member ? IsText(member)
        : value is Identifier variable && folder.AssignedTo(variable.Name, folder.Nested).Take(MaxLookedAt)
            .Any(static assigned => assigned.Value is MemberExpression text && IsText(text));

    /// <summary>
    /// Whether a call is of a function whose name is put together: <c>window[name](text)</c>, or <c>list[name](text)()</c>, as a function
    /// is made by its constructor and called, also where the constructor has another name by then.
    /// </summary>
    /// <param name="isTop">Whether it stands outside of functions, where <c>this</c> is the page.</param>
    public static bool IsHiddenCall(Expression callee, ConstantFolder folder, bool isTop) => callee switch
    {
        CallExpression { Callee: MemberExpression { Computed: true } made, Arguments.Count: > 0 } => IsUnknown(made, folder),
        CallExpression { Callee: Identifier maker, Arguments.Count: > 0 } => isTop
            && folder.AssignedTo(maker.Name, folder.Nested).Take(MaxLookedAt)
                .Any(assigned => assigned.Value is MemberExpression { Computed: true } made && IsUnknown(made, folder)),
        MemberExpression
        {
            Computed: true, Object: Identifier { Name: "window" or "self" or "top" or "globalThis" or "document" },
        } member => IsUnknown(member, folder),
        MemberExpression { Computed: true, Object: ThisExpression } member => isTop && IsUnknown(member, folder),
        _ => false,
    };

    private static bool IsPutTogether(Node part) =>
        part is BinaryExpression or LogicalExpression or ConditionalExpression or SequenceExpression or AssignmentExpression;

    private static bool IsText(MemberExpression member) =>
        member.Property is Identifier { Name: "innerHTML" or "innerText" or "textContent" or "value" or "dataset" };

    private static bool IsUnknown(MemberExpression member, ConstantFolder folder) =>
        folder.NameOf(member) is null && member.Property is not NumericLiteral;
}
