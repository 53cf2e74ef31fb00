using System.Buffers;
using System.Globalization;
using System.Text;
using Analyzer.Engines.Contract;

namespace Analyzer.Engines.Markup;

/// <summary>A tag's name and attributes.</summary>
internal sealed class TagAttributes
{
    private const int MaxAttributes = 256;

    private static readonly SearchValues<byte> NameEnds = SearchValues.Create(" \t\r\n\f/>"u8);

    private TagAttributes(string name, IReadOnlyList<(string Name, string Value)> all) => (Name, All) = (name, all);

    /// <summary>In lower case, with its prefix; <c>/name</c> of an end tag.</summary>
    public string Name { get; }

    /// <summary>The name without a prefix.</summary>
    public string LocalName => Name[(Name.LastIndexOf(':') + 1)..];

    /// <summary>Names in lower case, values as they are read: without entities.</summary>
    public IReadOnlyList<(string Name, string Value)> All { get; }

    /// <summary>The first value under a name, with or without a prefix; null when there is none.</summary>
    public string? this[string name]
    {
        get
        {
            foreach (var attribute in All)
            {
                if (attribute.Name == name
                    || (attribute.Name.EndsWith(name, StringComparison.Ordinal) && attribute.Name[^(name.Length + 1)] == ':'))
                {
                    return attribute.Value;
                }
            }

            return null;
        }
    }

    /// <summary>The name of a tag alone, in lower case.</summary>
    public static string NameOf(ReadOnlySpan<byte> tag)
    {
        var end = tag[Math.Min(1, tag.Length)..].IndexOfAny(NameEnds);
        return PlainText.Decode(end < 0 ? tag : tag[..(end + 1)]).ToLowerInvariant();
    }

    public static TagAttributes Parse(ReadOnlySpan<byte> tag)
    {
        var name = NameOf(tag);
        var text = PlainText.Decode(tag);
        var all = new List<(string Name, string Value)>();
        for (var at = Math.Min(name.Length, text.Length); at < text.Length && all.Count < MaxAttributes;)
        {
            if (IsBlank(text[at]) || text[at] is '/' or '=')
            {
                at++;
                continue;
            }

            var nameStart = at;
            while (at < text.Length && !IsBlank(text[at]) && text[at] != '=')
            {
                at++;
            }

            var attribute = text[nameStart..at].ToLowerInvariant();
            all.Add((attribute, ValueAt(text, ref at)));
        }

        return new(name, all);
    }

    private static string ValueAt(string text, ref int at)
    {
        var sign = at;
        while (sign < text.Length && IsBlank(text[sign]))
        {
            sign++;
        }

        if (sign >= text.Length || text[sign] != '=')
        {
            return "";
        }

        at = sign + 1;
        while (at < text.Length && IsBlank(text[at]))
        {
            at++;
        }

        if (at < text.Length && text[at] is '"' or '\'')
        {
            var end = text.IndexOf(text[at], at + 1);
            var quoted = end < 0 ? text[(at + 1)..] : text[(at + 1)..end];
            at = end < 0 ? text.Length : end + 1;
            return WithoutEntities(quoted);
        }

        var start = at;
        while (at < text.Length && !IsBlank(text[at]))
        {
            at++;
        }

        return WithoutEntities(text[start..at]);
    }

    private static bool IsBlank(char letter) => letter is ' ' or '\t' or '\r' or '\n' or '\f';

    /// <summary>A text without the entities in which an address or a script may be hidden (HTML Standard, 13.5).</summary>
    public static string WithoutEntities(string text)
    {
        if (!text.Contains('&', StringComparison.Ordinal))
        {
            return text;
        }

        var plain = new StringBuilder(text.Length);
        for (var at = 0; at < text.Length; at++)
        {
            if (text[at] != '&' || Entity(text.AsSpan(at + 1)) is not { } entity)
            {
                plain.Append(text[at]);
                continue;
            }

            plain.Append(entity.Letter);
            at += entity.Length;
        }

        return plain.ToString();
    }

    private static (char Letter, int Length)? Entity(ReadOnlySpan<char> text)
    {
        if (text is ['#', ..])
        {
            var isHex = text is ['#', 'x' or 'X', ..];
            var digits = text[(isHex ? 2 : 1)..];
            var length = digits.IndexOfAnyExcept(isHex ? "0123456789abcdefABCDEF" : "0123456789");
            length = length < 0 ? digits.Length : length;
            if (!int.TryParse(digits[..Math.Min(length, 8)], isHex ? NumberStyles.AllowHexSpecifier : NumberStyles.None,
                CultureInfo.InvariantCulture, out var code))
            {
                return null;
            }

            var end = digits.Length > length && digits[length] == ';' ? 1 : 0;
            return (code is > 0 and < 0xD800 ? (char)code : '\uFFFD', (isHex ? 2 : 1) + length + end);
        }

        ReadOnlySpan<(string Name, char Letter)> named =
        [
            ("amp;", '&'), ("lt;", '<'), ("gt;", '>'), ("quot;", '"'), ("apos;", '\''), ("colon;", ':'), ("sol;", '/'), ("bsol;", '\\'),
            ("lpar;", '('), ("rpar;", ')'), ("period;", '.'), ("tab;", '\t'), ("newline;", '\n'),
        ];
        foreach (var (name, letter) in named)
        {
            if (text.StartsWith(name, StringComparison.OrdinalIgnoreCase))
            {
                return (letter, name.Length);
            }
        }

        return null;
    }
}
