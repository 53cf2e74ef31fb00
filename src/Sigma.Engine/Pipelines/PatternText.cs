using System.Text;
using System.Text.RegularExpressions;
using Sigma.Engine.Detections;
using Sigma.Engine.Expressions;
using Sigma.Engine.Patterns;

namespace Sigma.Engine.Pipelines;

/// <summary>
/// The text of a pattern as the expressions of pipelines see it: backslashes are not doubled, and <c>*</c> and <c>?</c> are wildcards.
/// </summary>
internal static class PatternText
{
    // In the place of characters that are no wildcards, so that a backslash before a wildcard is none before a character.
    private const char Star = '\uE002';
    private const char Mark = '\uE003';

    private static readonly TimeSpan Timeout = TimeSpan.FromMilliseconds(100);

    /// <summary>An expression of a pipeline, which has a time limit, because files may come from elsewhere.</summary>
    /// <returns>The expression, or what is wrong with it.</returns>
    public static (Regex? Expression, string? Problem) Expression(string text)
    {
        var (translated, problem) = PcreTranslator.Translate(text);
        if ((problem ?? RulePattern.Problem(translated)) is { } wrong)
        {
            return (null, wrong);
        }

        return (new(translated, RegexOptions.CultureInvariant, Timeout), null);
    }

    /// <summary>The text that a condition compares.</summary>
    public static string Of(FieldNode leaf) => leaf.Test is TextTest test ? Of(test.Pattern) : $"{leaf.Test}";

    /// <inheritdoc cref="Of(FieldNode)"/>
    public static string Of(TextPattern pattern) => Written(pattern)
        .Replace($"{Star}", @"\*", StringComparison.Ordinal).Replace($"{Mark}", @"\?", StringComparison.Ordinal);

    /// <param name="pattern">A pattern.</param>
    /// <param name="expression">What is replaced in it.</param>
    /// <param name="replacement">By what, as .NET writes it.</param>
    /// <returns>Null when nothing is.</returns>
    public static TextPattern? Replaced(TextPattern pattern, Regex expression, string replacement)
    {
        var text = Written(pattern);
        return expression.IsMatch(text) ? Read(expression.Replace(text, replacement)) : null;
    }

    /// <summary>Changes the literals of a pattern and leaves its wildcards.</summary>
    public static TextPattern OfLiterals(TextPattern pattern, Func<string, TextPattern> change) => TextPattern.Concat(
        pattern.Pieces.Select(piece => piece.Kind == PieceKind.Literal ? change(piece.Text) : new TextPattern([piece])));

    /// <summary>A replacement in Python's writing: <c>\1</c> and <c>\g&lt;name&gt;</c> stand for groups.</summary>
    public static string Replacement(string text)
    {
        var written = new StringBuilder(text.Length);
        for (var i = 0; i < text.Length; i++)
        {
            var next = i + 1 < text.Length ? text[i + 1] : '\0';
            if (text[i] == '$')
            {
                written.Append("$$");
            }
            else if (text[i] != '\\')
            {
                written.Append(text[i]);
            }
            else if (next == 'g' && text.IndexOf('>', i) is var end and > 0 && text[i + 2] == '<')
            {
                written.Append("${").Append(text.AsSpan(i + 3, end - i - 3)).Append('}');
                i = end;
            }
            else
            {
                written.Append(next switch
                {
                    >= '0' and <= '9' => $"${{{next}}}",
                    '*' => $"{Star}",
                    '?' => $"{Mark}",
                    'n' => "\n",
                    't' => "\t",
                    '\\' or '\0' => @"\",
                    _ => $@"\{next}",
                });
                i++;
            }
        }

        return $"{written}";
    }

    private static string Written(TextPattern pattern) => string.Concat(pattern.Pieces.Select(piece => piece.Kind switch
    {
        PieceKind.AnyRun => "*",
        PieceKind.AnyOne => "?",
        _ => piece.Text.Replace('*', Star).Replace('?', Mark),
    }));

    private static TextPattern Read(string text) => TextPattern.Parse(text.Replace(@"\", @"\\", StringComparison.Ordinal)
        .Replace($"{Star}", @"\*", StringComparison.Ordinal).Replace($"{Mark}", @"\?", StringComparison.Ordinal));
}
