using System.Net;
using System.Text;

namespace Analyzer.Engines.Xfa;

/// <summary>The attributes in a tag, an instruction or a declaration.</summary>
/// <param name="markup">What stands between its brackets.</param>
internal ref struct XmlAttributes(ReadOnlySpan<byte> markup)
{
    private ReadOnlySpan<byte> _rest = markup;

    /// <summary>The name before the last equals sign, or the word before the quote; without its prefix.</summary>
    public ReadOnlySpan<byte> Name { get; private set; }

    /// <summary>What stands in the quotes.</summary>
    public ReadOnlySpan<byte> Value { get; private set; }

    /// <summary>The text of <see cref="Value"/>.</summary>
    public readonly string Text => Decode(Value);

    public static string Decode(ReadOnlySpan<byte> value) => WebUtility.HtmlDecode(Encoding.UTF8.GetString(value)).Trim();

    /// <summary>The value of one attribute; empty when there is none.</summary>
    public static ReadOnlySpan<byte> Find(ReadOnlySpan<byte> markup, ReadOnlySpan<byte> name)
    {
        var attributes = new XmlAttributes(markup);
        while (attributes.MoveNext())
        {
            if (attributes.Name.SequenceEqual(name))
            {
                return attributes.Value;
            }
        }

        return [];
    }

    public bool MoveNext()
    {
        var start = _rest.IndexOfAny((byte)'"', (byte)'\'');
        if (start < 0)
        {
            return false;
        }

        var before = _rest[..start].TrimEnd("= \t\r\n"u8);
        Name = before[(before.LastIndexOfAny(" \t\r\n:"u8) + 1)..];
        var quote = _rest[start];
        _rest = _rest[(start + 1)..];
        var end = _rest.IndexOf(quote);
        Value = end < 0 ? _rest : _rest[..end];
        _rest = end < 0 ? [] : _rest[(end + 1)..];
        return true;
    }
}
