using System.Globalization;
using System.Text;

namespace Journal.Features.Replay;

/// <summary>The head of an event of ArcSight's CEF or QRadar's LEEF: fields between bars, by itself or behind a syslog head.</summary>
/// <param name="Product">The device's or program's name.</param>
/// <param name="Severity">As syslog counts it; null when the event has none.</param>
internal sealed record EventHead(string Product, int? Severity)
{
    private const int MaxHeadBytes = 1024;
    private const int SeverityField = 6;

    /// <returns>Null when the text is no such event.</returns>
    public static EventHead? Read(ReadOnlySpan<byte> text)
    {
        if (BeginOf(text) is not { } begin)
        {
            return null;
        }

        text = text[begin..];
        var isCef = text[0] == 'C';

        var fields = Fields(Encoding.UTF8.GetString(text[..Math.Min(text.Length, MaxHeadBytes)]));
        return fields.Count < 4 || fields[2].Length == 0 ? null
            : new(fields[2], SeverityOf(isCef ? fields.ElementAtOrDefault(SeverityField) : Attribute(text, "sev="u8)));
    }

    /// <summary>At the beginning, or behind what is left of a syslog head, such as structured data.</summary>
    public static int? BeginOf(ReadOnlySpan<byte> text)
    {
        var head = text[..Math.Min(text.Length, MaxHeadBytes)];
        var at = head.IndexOf("CEF:"u8);
        at = at < 0 ? head.IndexOf("LEEF:"u8) : at;
        return at == 0 || (at > 0 && !char.IsAsciiLetterOrDigit((char)head[at - 1])) ? at : null;
    }

    /// <summary>A bar or a backslash in a field stands behind a backslash.</summary>
    private static List<string> Fields(string head)
    {
        var (fields, field) = (new List<string>(), new StringBuilder());
        for (var at = 0; at < head.Length && fields.Count <= SeverityField; at++)
        {
            if (head[at] == '|')
            {
                fields.Add(field.ToString().Trim());
                field.Clear();
            }
            else
            {
                at += head[at] == '\\' && at + 1 < head.Length && head[at + 1] is '|' or '\\' ? 1 : 0;
                field.Append(head[at]);
            }
        }

        return fields;
    }

    /// <summary>LEEF's attributes are separated by tabs, or by what its head names.</summary>
    private static string? Attribute(ReadOnlySpan<byte> text, ReadOnlySpan<byte> name)
    {
        var at = text.IndexOf(name);
        if (at <= 0 || char.IsAsciiLetterOrDigit((char)text[at - 1]))
        {
            return null;
        }

        var value = text[(at + name.Length)..];
        var end = 0;
        while (end < value.Length && char.IsAsciiLetterOrDigit((char)value[end]))
        {
            end++;
        }

        return Encoding.ASCII.GetString(value[..end]);
    }

    /// <summary>Both count from 0 to 10, the worst; some senders write a logger's word.</summary>
    public static int? SeverityOf(string? text) => text?.ToUpperInvariant() switch
    {
        "LOW" => 6,
        "MEDIUM" => 4,
        "HIGH" => 3,
        "VERY-HIGH" => 2,
        { } number when int.TryParse(number, NumberStyles.None, CultureInfo.InvariantCulture, out var value) => value switch
        {
            <= 3 => 6,
            <= 6 => 4,
            <= 8 => 3,
            <= 10 => 2,
            _ => null,
        },
        { } word when word.All(char.IsAsciiLetter) => JsonFields.SeverityOf(word),
        _ => null,
    };
}
