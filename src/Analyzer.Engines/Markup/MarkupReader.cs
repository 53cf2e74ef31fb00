using System.Text;
using Analyzer.Engines.Decoding;

namespace Analyzer.Engines.Markup;

/// <summary>
/// Splits HTML or XML into tags and text as it arrives. It forgives as browsers do, and what it says does not depend on the pieces.
/// </summary>
/// <param name="sink">Takes tags and text.</param>
/// <param name="isHtml">The text of scripts and styles ends only at their end tag (HTML Standard, 13.2.5).</param>
internal sealed class MarkupReader(IMarkupSink sink, bool isHtml)
{
    private const int MaxTag = 64 * 1024;
    private const int MaxValue = 4096;

    private static readonly string[] RawElements = ["script", "style", "xmp", "noscript", "textarea", "title"];

    private readonly Gather _tag = new();
    private State _state;
    private byte[] _end = [];
    private int _matched;
    private byte _quote;
    private int _valueLength;
    private long _tagStart;
    private bool _isSpecial;

    private enum State
    {
        Text,
        Tag,
        Comment,
        CData,
        Raw,
    }

    /// <summary>True when a tag was so long that its end was not kept.</summary>
    public bool HasLostText { get; private set; }

    public void Read(ReadOnlySpan<byte> bytes, long offset)
    {
        while (!bytes.IsEmpty)
        {
            var taken = _state switch
            {
                State.Text => ReadText(bytes, offset),
                State.Tag => ReadTag(bytes, offset),
                State.Comment => ReadComment(bytes),
                _ => ReadRaw(bytes, offset),
            };
            bytes = bytes[taken..];
            offset += taken;
        }
    }

    /// <summary>Ends where the text ends: a tag that is not closed counts.</summary>
    public void Complete()
    {
        if (_state == State.Tag && _tag.Length > 0)
        {
            sink.Tag(_tag.Bytes, _tagStart);
        }
    }

    public void Clear()
    {
        _tag.Shrink();
        (_state, _end, _matched, _quote, _valueLength, _tagStart, _isSpecial, HasLostText) = (State.Text, [], 0, 0, 0, 0, false, false);
    }

    private int ReadText(ReadOnlySpan<byte> bytes, long offset)
    {
        var at = bytes.IndexOf((byte)'<');
        var length = at < 0 ? bytes.Length : at;
        if (length > 0)
        {
            sink.Text(bytes[..length], offset);
        }

        if (at < 0)
        {
            return length;
        }

        (_state, _quote, _tagStart, _isSpecial) = (State.Tag, 0, offset + at, false);
        _tag.Clear();
        return length + 1;
    }

    private int ReadTag(ReadOnlySpan<byte> bytes, long offset)
    {
        for (var i = 0; i < bytes.Length; i++)
        {
            var letter = bytes[i];
            if (_tag.Length == 0 && !(char.IsAsciiLetter((char)letter) || letter is (byte)'/' or (byte)'!' or (byte)'?'))
            {
                _state = State.Text; // "a < b" is text
                return i;
            }

            if (letter == '>' && _quote == 0)
            {
                EndTag();
                return i + 1;
            }

            if (PlainLength(bytes[i..]) is > 0 and var plain)
            {
                _tag.Add(bytes.Slice(i, plain));
                i += plain - 1;
                continue;
            }

            if (_quote != 0 && letter != _quote)
            {
                i += KeepValue(bytes[i..]) - 1;
                continue;
            }

            Keep(letter);
            if (StartsComment())
            {
                return i + 1;
            }
        }

        return bytes.Length;
    }

    // Bytes that neither end a tag nor begin a value: most of those outside of values.
    private int PlainLength(ReadOnlySpan<byte> bytes)
    {
        if (_quote != 0 || _isSpecial || _tag.Length == 0 || _tag.Length + bytes.Length > MaxTag || _tag.Bytes[0] is (byte)'!' or (byte)'?')
        {
            return 0;
        }

        var end = bytes.IndexOfAny((byte)'>', (byte)'"', (byte)'\'');
        return end < 0 ? bytes.Length : end;
    }

    // A value up to the quote that ends it; more than is read of one is dropped.
    private int KeepValue(ReadOnlySpan<byte> bytes)
    {
        var length = bytes.IndexOf(_quote) is >= 0 and var end ? end : bytes.Length;
        var read = Math.Min(length, MaxValue - _valueLength);
        var kept = Math.Min(read, MaxTag - _tag.Length);
        _tag.Add(bytes[..kept]);
        _valueLength += read;
        HasLostText |= kept < read;
        return length;
    }

    private void Keep(byte letter)
    {
        if (_quote != 0)
        {
            _quote = 0;
        }
        else if (letter is (byte)'"' or (byte)'\'' && !_isSpecial && EndsWithSign())
        {
            (_quote, _valueLength) = (letter, 0);
        }

        if (_tag.Length < MaxTag)
        {
            _tag.Add([letter]);
        }
        else
        {
            HasLostText = true;
        }
    }

    // A quote begins a value only behind an equals sign: others are part of a name, as browsers see it.
    private bool EndsWithSign() => _tag.Bytes.TrimEnd(" \t\r\n\f"u8) is [.., (byte)'='];

    private bool StartsComment()
    {
        _isSpecial |= _tag.Bytes is [(byte)'!' or (byte)'?', ..];
        var isComment = _tag.Length == 3 && _tag.Bytes.SequenceEqual("!--"u8);
        if (!isComment && !(_tag.Length == 8 && _tag.Bytes.SequenceEqual("![CDATA["u8)))
        {
            return false;
        }

        // Two dashes have been seen, and one ">" closes: "<!-->" is a whole comment.
        (_state, _matched, _end) = isComment ? (State.Comment, 2, []) : (State.CData, 0, "]]>"u8.ToArray());
        return true;
    }

    private void EndTag()
    {
        _state = State.Text;
        var tag = _tag.Bytes;
        if (isHtml && RawElementOf(tag) is { } name)
        {
            _state = State.Raw;
            (_end, _matched) = (Encoding.ASCII.GetBytes($"</{name}"), 0);
        }

        sink.Tag(tag, _tagStart);
    }

    private static string? RawElementOf(ReadOnlySpan<byte> tag)
    {
        foreach (var name in RawElements)
        {
            if (tag.Length >= name.Length && Ascii.EqualsIgnoreCase(tag[..name.Length], name)
                && (tag.Length == name.Length || tag[name.Length] is (byte)' ' or (byte)'\t' or (byte)'\r' or (byte)'\n' or (byte)'\f'
                    or (byte)'/'))
            {
                return name is "noscript" ? null : name;
            }
        }

        return null;
    }

    // Ended by "-->", by "--!>", and by ">" at once (HTML Standard, 13.2.5.43).
    private int ReadComment(ReadOnlySpan<byte> bytes)
    {
        const int dashes = 2;
        for (var i = 0; i < bytes.Length; i++)
        {
            switch (bytes[i])
            {
                case (byte)'>' when _matched >= dashes:
                    _state = State.Text;
                    return i + 1;
                case (byte)'-':
                    _matched = _matched > dashes ? 1 : Math.Min(dashes, _matched + 1);
                    break;
                case (byte)'!' when _matched == dashes && isHtml:
                    _matched = dashes + 1;
                    break;
                default:
                    _matched = 0;
                    break;
            }
        }

        return bytes.Length;
    }

    // The text has the letters of its end as well: so it is the same whatever pieces it comes in.
    private int ReadRaw(ReadOnlySpan<byte> bytes, long offset)
    {
        for (var i = 0; i < bytes.Length; i++)
        {
            // Both ends begin with a sign.
            var skipped = _matched > 0 ? 0 : bytes[i..].IndexOf(_end[0]);
            if (skipped < 0)
            {
                break;
            }

            i += skipped;
            var letter = (byte)(bytes[i] is >= (byte)'A' and <= (byte)'Z' ? bytes[i] | 0x20 : bytes[i]);
            if (letter != _end[_matched])
            {
                _matched = _matched == 2 && letter == _end[0] && _end[1] == letter ? 2 : letter == _end[0] ? 1 : 0;
            }
            else if (++_matched == _end.Length)
            {
                sink.Text(bytes[..(i + 1)], offset);
                LeaveRaw(offset + i + 1 - _end.Length);
                return i + 1;
            }
        }

        sink.Text(bytes, offset);
        return bytes.Length;
    }

    private void LeaveRaw(long endStart)
    {
        if (_state == State.Raw)
        {
            // The rest of the end tag.
            _tag.Clear();
            _tag.Add(_end.AsSpan(1));
            (_state, _quote, _tagStart, _isSpecial) = (State.Tag, 0, endStart, false);
        }
        else
        {
            _state = State.Text;
        }
    }
}
