using System.Text.RegularExpressions;

namespace Sigma.Engine.Expressions;

/// <summary>
/// The groups of an expression in the order of their brackets. PCRE counts them in this order; .NET counts those with names last.
/// </summary>
/// <param name="names">The name of each; null without one.</param>
internal sealed partial class GroupNames(IReadOnlyList<string?> names)
{
    public static GroupNames Of(string text) => new([.. Groups().Matches(text).Where(match => match.Groups["open"].Success)
        .Select(match => match.Groups["name"] is { Success: true } name ? name.Value : null)]);

    public bool HasNumber(int number) => number <= names.Count;

    public bool Has(string name) => names.Contains(name);

    /// <returns>The reference to a group by its number in PCRE.</returns>
    public string Reference(int number)
    {
        if (number < 1 || number > names.Count)
        {
            throw new ExpressionException($"There is no group {number}.");
        }

        return names[number - 1] is { } name ? $@"\k<{name}>" : $@"(?:\{NumberOf(number)})";
    }

    /// <returns>The name or number here of a group by its number in PCRE.</returns>
    public string Key(int number) => number >= 1 && number <= names.Count
        ? names[number - 1] ?? $"{NumberOf(number)}"
        : throw new ExpressionException($"There is no group {number}.");

    private int NumberOf(int number) => names.Take(number).Count(name => name is null);

    /// <summary>Groups; what only looks like one is skipped: quoted text, escaped characters, classes, comments.</summary>
    [GeneratedRegex(@"\\Q.*?(?:\\E|\z)|\\c.|\\.|\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\]|\(\?#[^)]*\)"
        + @"|(?<open>\((?:(?!\?|\*)|\?P?<(?<name>[A-Za-z_]\w*)>|\?'(?<name>[A-Za-z_]\w*)'))", RegexOptions.Singleline)]
    private static partial Regex Groups();
}
