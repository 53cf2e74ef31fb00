using System.Text;
using System.Text.RegularExpressions;

namespace Journal.Features.Replay.Attributes;

/// <summary>What follows the head of an event of CEF or LEEF: names and values.</summary>
internal static class EventExtension
{
    private const int CefBars = 7;
    private const char Tab = '\t';

    private static readonly Regex Name = new(@"(?:^|\s)([\w.\[\]-]+)=", RegexOptions.NonBacktracking | RegexOptions.CultureInvariant);

    /// <returns>Empty when the text is no such event.</returns>
    public static IEnumerable<(string Name, string Value)> Read(ReadOnlySpan<byte> text)
    {
        if (EventHead.BeginOf(text) is not { } begin)
        {
            return [];
        }

        var whole = Encoding.UTF8.GetString(text[begin..]);
        if (whole[0] == 'C')
        {
            return AfterBars(whole, CefBars) is { } extension ? OfCef(extension) : [];
        }

        return whole.StartsWith("LEEF:2", StringComparison.Ordinal) && AfterBars(whole, 6) is { } second
            && whole[AfterBar(whole, 5)..^(second.Length + 1)] is var named && SeparatorOf(named) is { } separator ? OfLeef(second, separator)
            : AfterBars(whole, 5) is { } first ? OfLeef(first, Tab)
            : [];
    }

    /// <summary>A value goes up to the next name, because it may hold spaces; an equals sign in it stands behind a backslash.</summary>
    private static IEnumerable<(string Name, string Value)> OfCef(string text)
    {
        var names = Name.Matches(text);
        return names.Select((name, at) => (
            name.Groups[1].Value,
            Plain(text[(name.Index + name.Length)..(at + 1 < names.Count ? names[at + 1].Index : text.Length)].Trim(' ', '\r', '\n'))));
    }

    private static IEnumerable<(string Name, string Value)> OfLeef(string text, char separator) =>
        from part in text.TrimEnd('\r', '\n').Split(separator)
        let sign = part.IndexOf('=', StringComparison.Ordinal)
        where sign > 0
        select (part[..sign].Trim(), part[(sign + 1)..]);

    private static string Plain(string value) => value.Contains('\\', StringComparison.Ordinal)
        ? value.Replace("\\=", "=", StringComparison.Ordinal).Replace("\\n", "\n", StringComparison.Ordinal)
            .Replace("\\\\", "\\", StringComparison.Ordinal)
        : value;

    /// <summary>One letter, or its number as <c>x09</c> or <c>0x09</c>; nothing for a tab.</summary>
    private static char? SeparatorOf(string named) => named.Length switch
    {
        0 => Tab,
        1 => named[0],
        _ when named.TrimStart('0') is ['x' or 'X', .. var digits]
            && ushort.TryParse(digits, System.Globalization.NumberStyles.AllowHexSpecifier, null, out var number) => (char)number,
        _ => null,
    };

    private static string? AfterBars(string text, int count) => AfterBar(text, count) is var at and > 0 ? text[at..] : null;

    /// <returns>The place behind a bar of the head, counted from one; 0 if there are fewer.</returns>
    private static int AfterBar(string text, int count)
    {
        for (var at = 0; at < text.Length; at++)
        {
            if (text[at] == '\\')
            {
                at++;
            }
            else if (text[at] == '|' && --count == 0)
            {
                return at + 1;
            }
        }

        return 0;
    }
}
