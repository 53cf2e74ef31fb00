using System.Globalization;
using System.Text;

namespace Prober.Features.Configuration.Evaluation;

/// <summary>Cuts an expression into its tokens.</summary>
internal static class ExpressionTokens
{
    private const int MaxTokens = 1000;

    private static readonly string[] Signs =
        ["**", "==", "!=", ">=", "<=", "=~", "!~", "&&", "||", "??", ">>", "<<", "(", ")", ",", "?", ":", "+", "-", "*", "/", "%", ">",
            "<", "!",
         "~", "&", "|", "^"];

    /// <exception cref="FormatException">The text is no expression.</exception>
    public static List<ExpressionToken> Of(string text)
    {
        var tokens = new List<ExpressionToken>();
        for (var at = 0; at < text.Length;)
        {
            if (tokens.Count == MaxTokens)
            {
                throw new FormatException($"it has more than {MaxTokens} parts");
            }

            if (char.IsWhiteSpace(text[at]))
            {
                at++;
            }
            else if (text[at] is '\'' or '"')
            {
                tokens.Add(new(TokenKind.Text, Quoted(text, ref at)));
            }
            else if (char.IsAsciiDigit(text[at]) || (text[at] == '.' && at + 1 < text.Length && char.IsAsciiDigit(text[at + 1])))
            {
                tokens.Add(Number(text, ref at));
            }
            else if (text[at] == '[')
            {
                var end = text.IndexOf(']', at);
                tokens.Add(new(TokenKind.Name, end < 0 ? throw new FormatException("a [ has no ]") : text[(at + 1)..end]));
                at = end + 1;
            }
            else if (char.IsLetter(text[at]) || text[at] == '_')
            {
                var start = at;
                while (at < text.Length && (char.IsLetterOrDigit(text[at]) || text[at] is '_' or '.'))
                {
                    at++;
                }

                tokens.Add(new(TokenKind.Name, text[start..at]));
            }
            else
            {
                var sign = Array.Find(Signs, one => string.CompareOrdinal(text, at, one, 0, one.Length) == 0)
                    ?? throw new FormatException($"the sign {text[at]} means nothing there");
                tokens.Add(new(TokenKind.Sign, sign));
                at += sign.Length;
            }
        }

        return tokens;
    }

    private static string Quoted(string text, ref int at)
    {
        var quote = text[at++];
        var value = new StringBuilder();
        for (; at < text.Length && text[at] != quote; at++)
        {
            if (text[at] == '\\' && at + 1 < text.Length)
            {
                at++; // the next sign stands for itself
            }

            value.Append(text[at]);
        }

        if (at++ == text.Length)
        {
            throw new FormatException($"a text has no closing {quote}");
        }

        return value.ToString();
    }

    private static ExpressionToken Number(string text, ref int at)
    {
        var start = at;
        if (text[at] == '0' && at + 1 < text.Length && text[at + 1] is 'x' or 'X')
        {
            for (at += 2; at < text.Length && char.IsAsciiHexDigit(text[at]); at++)
            {
            }

            return long.TryParse(text.AsSpan(start + 2, at - start - 2), NumberStyles.HexNumber, CultureInfo.InvariantCulture, out var hex)
                ? new(TokenKind.Number, "", hex)
                : throw new FormatException($"{text[start..at]} is no number");
        }

        while (at < text.Length && (char.IsAsciiDigit(text[at]) || text[at] is '.' or 'e' or 'E'))
        {
            at++;
        }

        return double.TryParse(text.AsSpan(start, at - start), CultureInfo.InvariantCulture, out var number)
            ? new(TokenKind.Number, "", number)
            : throw new FormatException($"{text[start..at]} is no number");
    }
}

internal enum TokenKind
{
    Sign,
    Name,
    Text,
    Number,
}

internal readonly record struct ExpressionToken(TokenKind Kind, string Text, double Number = 0);
