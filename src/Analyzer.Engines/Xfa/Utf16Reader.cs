using System.Text;

namespace Analyzer.Engines.Xfa;

/// <summary>Makes UTF-8 of XML in UTF-16; bytes of another encoding stay as they are.</summary>
internal sealed class Utf16Reader
{
    /// <summary>The longest a character becomes.</summary>
    private const int MaxUtf8 = 4;

    private Form _form;
    private Form _usual;
    private byte _first;
    private bool _hasFirst;
    private char _high;

    private enum Form
    {
        Unknown,
        Bytes,
        BigEndian,
        LittleEndian,
    }

    public void Begin() => (_form, _usual, _hasFirst, _high) = (Form.Unknown, Form.Bytes, false, '\0');

    /// <summary>The same text goes on in other bytes, which may begin with a mark of their own, or within a character.</summary>
    public void Continue()
    {
        if (!_hasFirst && _form != Form.Unknown)
        {
            (_usual, _form) = (_form, Form.Unknown);
        }
    }

    /// <param name="target">Room for what is read.</param>
    /// <param name="read">How many bytes were read, at least one.</param>
    public ReadOnlySpan<byte> Read(ReadOnlySpan<byte> bytes, Span<byte> target, out int read)
    {
        if (_form == Form.Bytes)
        {
            read = bytes.Length;
            return bytes;
        }

        var length = 0;
        for (read = 0; read < bytes.Length && length + MaxUtf8 <= target.Length && _form != Form.Bytes;)
        {
            var value = bytes[read++];
            if (!_hasFirst)
            {
                (_first, _hasFirst) = (value, true);
                continue;
            }

            _hasFirst = false;
            length += _form == Form.Unknown ? Recognize(value, target[length..]) : Decode(value, target[length..]);
        }

        return target[..length];
    }

    /// <summary>The text has ended, maybe with a byte that could have begun a character.</summary>
    public ReadOnlySpan<byte> Complete(Span<byte> target)
    {
        target[0] = _first;
        return _hasFirst && _form == Form.Unknown && _usual == Form.Bytes ? target[..1] : [];
    }

    // XML 1.0, appendix F: by the byte order mark, or by the first character, which has to be a <.
    private int Recognize(byte second, Span<byte> target)
    {
        _form = (_first, second) switch
        {
            (0xFE, 0xFF) or (0, (byte)'<') => Form.BigEndian,
            (0xFF, 0xFE) or ((byte)'<', 0) => Form.LittleEndian,
            _ => _usual,
        };
        if (_form != Form.Bytes)
        {
            return (_first, second) is (0xFE, 0xFF) or (0xFF, 0xFE) ? 0 : Decode(second, target);
        }

        (target[0], target[1]) = (_first, second);
        return 2;
    }

    private int Decode(byte second, Span<byte> target)
    {
        var character = (char)(_form == Form.BigEndian ? (_first << 8) | second : (second << 8) | _first);
        if (char.IsHighSurrogate(character))
        {
            _high = character;
            return 0;
        }

        var rune = Rune.TryCreate(_high, character, out var pair) ? pair
            : Rune.TryCreate(character, out var single) ? single : Rune.ReplacementChar;
        _high = '\0';
        return rune.EncodeToUtf8(target);
    }
}
