using System.Text;
using System.Text.RegularExpressions;
using Acornima.Ast;

namespace Analyzer.Engines.JavaScript.Values;

/// <summary>The methods of strings that scripts hide text with (ECMA-262, 22.1.3).</summary>
internal static class TextMethods
{
    private const int MaxPattern = 200;

    /// <param name="arguments">As they are known.</param>
    /// <param name="nodes">As they are written, for regular expressions.</param>
    /// <returns>Null when it is not known.</returns>
    public static object? Call(string text, string name, object?[] arguments, in NodeList<Expression> nodes, FoldBudget budget)
    {
        if (!budget.TryText(text.Length))
        {
            return null;
        }

        var first = arguments.Length > 0 ? arguments[0] : Undefined.Instance;
        var second = arguments.Length > 1 ? arguments[1] : Undefined.Instance;
        return name switch
        {
            "toString" or "valueOf" => text,
            "charAt" => Coerced.ToIndex(first) is { } at ? Slice(text, at, (long)at + 1) : null,
            "charCodeAt" or "codePointAt" =>
                Coerced.ToIndex(first) is >= 0 and var code ? code < text.Length ? (double)text[code] : double.NaN : null,
            "toUpperCase" or "toLocaleUpperCase" => text.ToUpperInvariant(),
            "toLowerCase" or "toLocaleLowerCase" => text.ToLowerInvariant(),
            "trim" => text.Trim(),
            "concat" => Concat(text, arguments, budget),
            "slice" => Coerced.ToIndex(first) is { } start ? Slice(text, FromEnd(text, start), FromEnd(text, EndOf(text, second))) : null,
            "substring" => Coerced.ToIndex(first) is { } one ? Substring(text, one, EndOf(text, second)) : null,
            "substr" => Coerced.ToIndex(first) is { } from ? Substr(text, FromEnd(text, from), EndOf(text, second)) : null,
            "split" => Split(text, first, nodes, budget),
            "replace" or "replaceAll" => Replace(text, first, Coerced.ToText(second), nodes, name == "replaceAll", budget),
            "repeat" => Coerced.ToIndex(first) is >= 0 and var count && budget.TryText((long)count * text.Length) ? Repeat(text, count)
                : null,
            "indexOf" => Coerced.ToText(first) is { } part ? (double)text.IndexOf(part, StringComparison.Ordinal) : null,
            _ => null,
        };
    }

    public static string? InRadix(double number, object?[] arguments)
    {
        if (arguments.Length == 0 || Coerced.ToIndex(arguments[0]) is 10)
        {
            return Coerced.ToText(number);
        }

        if (Coerced.ToIndex(arguments[0]) is not (>= 2 and <= 36 and var radix) || number != Math.Truncate(number) || number is < 0
            or > 1e15)
        {
            return null;
        }

        var (digits, rest) = (new StringBuilder(), (long)number);
        do
        {
            digits.Insert(0, "0123456789abcdefghijklmnopqrstuvwxyz"[(int)(rest % radix)]);
            rest /= radix;
        }
        while (rest > 0);
        return digits.ToString();
    }

    private static int EndOf(string text, object? end) => end is Undefined ? text.Length : Coerced.ToIndex(end) ?? text.Length;

    private static long FromEnd(string text, long index) => index < 0 ? Math.Max(0, text.Length + index) : index;

    private static string Slice(string text, long start, long end)
    {
        (start, end) = (Math.Clamp(start, 0, text.Length), Math.Clamp(end, 0, text.Length));
        return start < end ? text[(int)start..(int)end] : "";
    }

    private static string Substring(string text, int one, int other) => Slice(text, Math.Min(one, other), Math.Max(one, other));

    private static string Substr(string text, long start, int length) => Slice(text, start, start + length);

    private static string Repeat(string text, int count) => new StringBuilder().Insert(0, text, text.Length == 0 ? 0 : count).ToString();

    private static string? Concat(string text, object?[] parts, FoldBudget budget)
    {
        var joined = budget.NewText();
        var isKnown = joined.TryAdd(text);
        foreach (var part in parts)
        {
            isKnown = isKnown && joined.TryAdd(Coerced.ToText(part));
        }

        return isKnown ? joined.ToString() : null;
    }

    private static object?[]? Split(string text, object? separator, in NodeList<Expression> nodes, FoldBudget budget)
    {
        var parts = separator switch
        {
            Undefined when nodes.Count == 0 => [text],
            "" when budget.TrySteps(text.Length) => [.. text.Select(static character => character.ToString())],
            string literal => text.Split(literal),
            _ => Pattern(nodes, out _) is { } pattern ? pattern.Split(text) : null,
        };
        return parts is null || !budget.TrySteps(parts.Length) ? null : parts;
    }

    private static string? Replace(
        string text, object? what, string? with, in NodeList<Expression> nodes, bool all, FoldBudget budget)
    {
        if (with is null || with.Contains('$'))
        {
            return null;
        }

        var (replaced, pattern) = (default(string), default(Regex));
        if (what is string { Length: > 0 } literal)
        {
            var at = text.IndexOf(literal, StringComparison.Ordinal);
            replaced = at < 0 ? text
                : all ? Bounded(text, text.Split(literal).Length - 1, with, budget) ? text.Replace(literal, with, StringComparison.Ordinal)
                    : null
                : text[..at] + with + text[(at + literal.Length)..];
        }
        else if ((pattern = Pattern(nodes, out var isGlobal)) is not null)
        {
            replaced = Bounded(text, pattern.Count(text), with, budget) ? pattern.Replace(text, with, isGlobal ? -1 : 1) : null;
        }

        return replaced;
    }

    private static bool Bounded(string text, int count, string with, FoldBudget budget) =>
        budget.TryText(text.Length + ((long)count * with.Length));

    // The engine without backtracking takes time in proportion to the text, whatever the pattern.
    private static Regex? Pattern(in NodeList<Expression> nodes, out bool isGlobal)
    {
        isGlobal = false;
        if (nodes.Count == 0 || nodes[0] is not RegExpLiteral { RegExp: { Pattern.Length: <= MaxPattern } written })
        {
            return null;
        }

        isGlobal = written.Flags.Contains('g');
        try
        {
            var options = RegexOptions.NonBacktracking | RegexOptions.CultureInvariant;
            options |= written.Flags.Contains('i') ? RegexOptions.IgnoreCase : RegexOptions.None;
            return new Regex(written.Pattern, options);
        }
        catch (Exception unknown) when (unknown is ArgumentException or NotSupportedException)
        {
            return null;
        }
    }
}
