using System.Buffers;
using System.Text;

namespace Analyzer.Engines.Content;

/// <summary>
/// Finds HTML and XML, which may begin with white space and be in either case (WHATWG MIME Sniffing, section 7.1; and the other tags with
/// which pages in mails begin, as a browser takes them by the name's ending).
/// </summary>
internal static class MarkupSignatures
{
    private static readonly SearchValues<byte> WhiteSpace = SearchValues.Create("\t\n\f\r "u8);

    private static readonly byte[][] HtmlTags =
    [
        .. ("!DOCTYPE HTML|HTML|HEAD|SCRIPT|IFRAME|H1|DIV|FONT|TABLE|A|STYLE|TITLE|B|BODY|BR|P"
            + "|INPUT|META|IMG|SPAN|CENTER|TEXTAREA|NOSCRIPT|UL").Split('|').Select(tag => Encoding.ASCII.GetBytes($"<{tag}")),
    ];

    public static string? Find(ReadOnlySpan<byte> start)
    {
        start = start.StartsWith("\uFEFF"u8) ? start[3..] : start;
        var first = start.IndexOfAnyExcept(WhiteSpace);
        start = first < 0 ? [] : start[first..];
        if (IsXml(start))
        {
            return "text/xml";
        }

        return start.StartsWith("<!--"u8) || BeginsWithHtmlTag(start) ? "text/html" : null;
    }

    /// <summary>Whether it says so itself; readers of script files take it in either case.</summary>
    public static bool IsXml(ReadOnlySpan<byte> text) => text.Length >= 5 && Ascii.EqualsIgnoreCase(text[..5], "<?xml"u8);

    private static bool BeginsWithHtmlTag(ReadOnlySpan<byte> text)
    {
        foreach (var tag in HtmlTags)
        {
            if (text.Length > tag.Length && Ascii.EqualsIgnoreCase(text[..tag.Length], tag) && text[tag.Length] is (byte)' ' or (byte)'>')
            {
                return true;
            }
        }

        return false;
    }
}
