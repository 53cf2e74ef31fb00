using System.Buffers;
using System.Text;
using System.Text.RegularExpressions;

namespace Sigma.Engine.Matching.Values;

/// <summary>Extracts from regular expressions what can be tested without them.</summary>
internal static partial class RegexLiterals
{
    /// <summary>Shorter literals occur in too many values.</summary>
    private const int MinLength = 3;

    /// <summary>The length of an element that is not parsed: nothing is known of what follows it.</summary>
    private const int Unread = 0;

    private static readonly SearchValues<char> Counts = SearchValues.Create("0123456789,");

    /// <returns>A text that every match contains, ignoring case; null when the outermost level has none.</returns>
    public static string? Required(string pattern, RegexOptions options)
    {
        // Under (?i) more characters are equal than folding has (K and the sign of kelvin); under (?x) blanks mean nothing.
        if (InlineFlags().IsMatch(pattern) || RareEscapes().IsMatch(pattern))
        {
            return null;
        }

        var ignoresCase = options.HasFlag(RegexOptions.IgnoreCase);
        var best = "";
        var run = new StringBuilder();
        for (var i = 0; i < pattern.Length;)
        {
            var (literal, length) = Next(pattern, i);
            if (length == Unread)
            {
                return null;
            }

            i += length;
            var (isOptional, quantifier) = Quantifier(pattern, i);
            i += quantifier;
            if (literal is { } character && !isOptional && !(ignoresCase && (character > 0x7F || "kKsSiI".Contains(character))))
            {
                run.Append(character);
                if (quantifier == 0)
                {
                    continue;
                }
            }

            Keep();
        }

        Keep();
        return best.Length < MinLength ? null : best;

        void Keep()
        {
            best = run.Length > best.Length ? run.ToString() : best;
            run.Clear();
        }
    }

    /// <returns>The least number of UTF-16 units of a line for <c>^.{n}.*$</c> and similar expressions; null for others.</returns>
    public static int? LengthTest(string pattern, RegexOptions options)
    {
        var match = LengthPattern().Match(pattern);
        return options == RegexOptions.None && match.Success && int.TryParse(match.Groups[1].ValueSpan, out var length) ? length : null;
    }

    /// <returns>The literal character, or null; and the length of its text, which may be unparsed.</returns>
    private static (char? Literal, int Length) Next(string pattern, int at)
    {
        switch (pattern[at])
        {
            case '\\' when at + 1 < pattern.Length:
                var escaped = pattern[at + 1];
                return char.IsAsciiLetterOrDigit(escaped) || escaped > 0x7F || escaped == '_'
                    ? (null, EscapeLength(pattern, at))
                    : (escaped, 2);
            case '[':
                return (null, ClassLength(pattern, at));
            case '(':
                return (null, GroupLength(pattern, at));
            case '|':
                return (null, Unread); // what was required before it need not be
            case '.' or '^' or '$' or '{' or '}' or '*' or '+' or '?' or ')':
                return (null, 1);
            case var character when char.IsSurrogate(character):
                return (null, 1);
            case var character:
                return (character, 1);
        }
    }

    private static int EscapeLength(string pattern, int at) => pattern[at + 1] switch
    {
        'x' => 4,
        'u' => 6,
        'p' or 'P' => Math.Max(pattern.IndexOf('}', at) - at + 1, 2),
        _ => 2,
    };

    private static (bool IsOptional, int Length) Quantifier(string pattern, int at)
    {
        if (at >= pattern.Length || pattern[at] is not ('*' or '+' or '?' or '{'))
        {
            return (false, 0);
        }

        var end = at + 1;
        var isOptional = pattern[at] is '*' or '?';
        if (pattern[at] == '{')
        {
            var digits = pattern.AsSpan(end).IndexOfAnyExcept(Counts);
            end += digits + 1;
            if (digits <= 0 || pattern[end - 1] != '}')
            {
                return (true, 1); // the brace means itself
            }

            isOptional = pattern[at + 1] is ',' or '0';
        }

        return (isOptional, end - at + (end < pattern.Length && pattern[end] == '?' ? 1 : 0));
    }

    private static int ClassLength(string pattern, int at)
    {
        var first = at + (pattern.AsSpan(at + 1).StartsWith("^") ? 2 : 1);
        for (var i = first; i < pattern.Length; i++)
        {
            switch (pattern[i])
            {
                case '\\':
                    i++;
                    break;
                case '[':
                    return Unread; // classes within classes are rare
                case ']' when i > first:
                    return i - at + 1;
            }
        }

        return Unread;
    }

    private static int GroupLength(string pattern, int at)
    {
        var depth = 0;
        for (var i = at; i < pattern.Length; i++)
        {
            switch (pattern[i])
            {
                case '\\':
                    i++;
                    break;
                case '[':
                    if (ClassLength(pattern, i) is var length && length == Unread)
                    {
                        return Unread;
                    }

                    i += length - 1;
                    break;
                case '(':
                    depth++;
                    break;
                case ')' when depth == 1:
                    return i - at + 1;
                case ')':
                    depth--;
                    break;
            }
        }

        return Unread;
    }

    [GeneratedRegex(@"\(\?[a-zA-Z+-]*[ixIX]|\(\?#")]
    private static partial Regex InlineFlags();

    /// <summary>Octal numbers, control characters and back-references: they include the characters after them, even brackets.</summary>
    [GeneratedRegex(@"(?<!\\)(?:\\\\)*\\(?:[0-9ck]|[<']\w)")]
    private static partial Regex RareEscapes();

    [GeneratedRegex(@"\A\^\.\{([0-9]{1,6})\}\.\*\$\z")]
    private static partial Regex LengthPattern();
}
