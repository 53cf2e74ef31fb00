using System.Text.RegularExpressions;

namespace Sigma.Engine.Rules;

/// <summary>
/// Finds wildcards that a path's separator escapes by mistake: <c>c:\dir\*</c> is a plain asterisk, and <c>c:\dir\\*</c> anything below
/// the folder (specification 2.1.0, "Escape Character").
/// </summary>
internal static partial class EscapedWildcards
{
    /// <param name="value">The text of a value, with its wildcards.</param>
    /// <returns>The value with the separators doubled; null when its escapes look deliberate.</returns>
    public static string? Repaired(string value) =>
        AfterSegment().IsMatch(value) && IsPath(value) ? AfterSegment().Replace(value, @"\\") : null;

    /// <summary>Beside its escapes, it has a separator, a drive or a live wildcard, or its only escape ends it: <c>temp\*</c>.</summary>
    private static bool IsPath(string value)
    {
        var rest = Escape().Replace(value, "$1");
        return rest.Contains('\\')
            || (!value.Contains(@"\?") && (rest.AsSpan().ContainsAny('*', ':') || value.IndexOf('\\') == value.Length - 2));
    }

    [GeneratedRegex(@"(?<=^\*?[A-Za-z]:|[\w)\]}%$~-])\\(?=[*?])")]
    private static partial Regex AfterSegment();

    [GeneratedRegex(@"\\(\\)|\\[*?]")]
    private static partial Regex Escape();
}
