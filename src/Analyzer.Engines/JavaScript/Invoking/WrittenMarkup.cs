using System.Text;
using Acornima.Ast;
using Analyzer.Engines.JavaScript.Values;

namespace Analyzer.Engines.JavaScript.Invoking;

/// <summary>
/// What a page's script writes into the page out of decoded text. Pages have written <c>unescape("%3Cscript src='...'%3E")</c> for years,
/// because the tag itself would end their script; who can read what is decoded is shown nothing else.
/// </summary>
internal static class WrittenMarkup
{
    /// <summary>More than a tag or two.</summary>
    private const int MaxShown = 400;
    private const int MaxLookedAt = 64;

    /// <summary>Whether the call writes text that it decodes and does not show.</summary>
    public static bool IsHidden(Call call)
    {
        if (call.Name is not ("write" or "writeln"))
        {
            return false;
        }

        var (shown, decodes, open) = (new StringBuilder(), false, new Stack<Node>(call.Arguments));
        for (var looked = 0; open.TryPop(out var node) && shown.Length <= MaxShown; looked++)
        {
            if (looked == MaxLookedAt)
            {
                return decodes;
            }

            decodes |= node is CallExpression inner && NameOf(inner.Callee) is "unescape" or "atob" or "decodeURIComponent" or "decodeURI"
                or "fromCharCode";
            if (node is StringLiteral text)
            {
                shown.Insert(0, text.Value);
            }

            foreach (var child in node.ChildNodes)
            {
                if (child is not null)
                {
                    open.Push(child);
                }
            }
        }

        return decodes && (shown.Length > MaxShown || !IsPlain(KnownFunctions.Unescape(shown.ToString())));
    }

    // A tag that can be read, and of a script only one that names where it lies.
    private static bool IsPlain(string markup) => markup.Contains('<', StringComparison.Ordinal)
        && (!markup.Contains("<script", StringComparison.OrdinalIgnoreCase) || markup.Contains("src=", StringComparison.OrdinalIgnoreCase))
        && !markup.Contains("eval(", StringComparison.Ordinal) && !markup.Contains("<object", StringComparison.OrdinalIgnoreCase);

    private static string? NameOf(Expression callee) => callee switch
    {
        Identifier name => name.Name,
        MemberExpression { Computed: false, Property: Identifier name } => name.Name,
        _ => null,
    };
}
