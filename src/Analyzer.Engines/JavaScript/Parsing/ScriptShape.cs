using System.Buffers;

namespace Analyzer.Engines.JavaScript.Parsing;

/// <summary>
/// Tells before a script is parsed whether that would cost too much: nesting takes stack, and a number is converted digit by digit.
/// </summary>
/// <remarks>It skips strings and comments, not regular expressions; so it may be wrong, and the parser has a guard of its own.</remarks>
internal static class ScriptShape
{
    /// <summary>Brackets inside brackets; people and their tools write a dozen or two.</summary>
    public const int MaxDepth = 200;

    /// <summary>A number with more digits is none that anybody needs.</summary>
    public const int MaxDigits = 2000;

    private static readonly SearchValues<char> Marks = SearchValues.Create("()[]{}\"'`/0123456789");

    /// <returns>False when the script is not to be parsed.</returns>
    public static bool MayParse(ReadOnlySpan<char> text)
    {
        var (depth, at) = (0, 0);
        while (at < text.Length && text[at..].IndexOfAny(Marks) is >= 0 and var next)
        {
            at += next;
            switch (text[at])
            {
                case '(' or '[' or '{':
                    if (++depth > MaxDepth)
                    {
                        return false;
                    }

                    at++;
                    break;
                case ')' or ']' or '}':
                    depth = Math.Max(0, depth - 1);
                    at++;
                    break;
                case '"' or '\'' or '`':
                    at = EndOfString(text, at);
                    break;
                case '/':
                    at = EndOfComment(text, at);
                    break;
                default:
                    var digits = text[at..].IndexOfAnyExceptInRange('0', '9');
                    digits = digits < 0 ? text.Length - at : digits;
                    if (digits > MaxDigits)
                    {
                        return false;
                    }

                    at += digits;
                    break;
            }
        }

        return true;
    }

    private static int EndOfString(ReadOnlySpan<char> text, int start)
    {
        var quote = text[start];
        for (var at = start + 1; at < text.Length; at++)
        {
            if (text[at] == '\\')
            {
                at++;
            }
            else if (text[at] == quote || (quote != '`' && text[at] is '\r' or '\n'))
            {
                return at + 1;
            }
        }

        return text.Length;
    }

    private static int EndOfComment(ReadOnlySpan<char> text, int start) => text[start..] switch
    {
        ['/', '/', ..] => text[start..].IndexOfAny('\r', '\n') is >= 0 and var line ? start + line : text.Length,
        ['/', '*', ..] => text[(start + 2)..].IndexOf("*/") is >= 0 and var end ? start + end + 4 : text.Length,
        _ => start + 1,
    };
}
