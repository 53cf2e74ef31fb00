namespace Analyzer.Engines.Xfa;

internal enum XmlMarkupKind
{
    StartTag,
    EndTag,
    EmptyTag,
    Comment,
    CharacterData,
    Instruction,

    /// <summary>May define entities, and so put text anywhere.</summary>
    Declaration,
}

/// <summary>Reads one piece of XML's markup, from behind its <c>&lt;</c> to its end, byte by byte.</summary>
internal sealed class XmlMarkup
{
    /// <summary>Attributes behind so many bytes are not seen.</summary>
    private const int MaxHead = 8192;

    private const int Shortest = 256;

    private byte[] _head = new byte[Shortest];
    private int _length;
    private byte _quote;
    private byte _last;
    private int _closing;

    /// <summary>The kind of markup, as far as it has been read.</summary>
    public XmlMarkupKind Kind { get; private set; }

    /// <summary>Whether it goes on behind what is seen of it.</summary>
    public bool IsCut { get; private set; }

    /// <summary>What stands in it, as far as it is seen.</summary>
    public ReadOnlySpan<byte> Text => _head.AsSpan(0, _length);

    /// <summary>The name of a tag's element without its prefix.</summary>
    public ReadOnlySpan<byte> LocalName
    {
        get
        {
            var name = Kind == XmlMarkupKind.EndTag ? Text[1..] : Text;
            var end = name.IndexOfAny(" \t\r\n/"u8);
            name = end < 0 ? name : name[..end];
            return name[(name.LastIndexOf((byte)':') + 1)..];
        }
    }

    public void Begin() => (Kind, IsCut, _length, _quote, _last, _closing) = (XmlMarkupKind.StartTag, false, 0, 0, 0, 0);

    /// <returns>True when the markup ends with this byte.</returns>
    public bool Read(byte value)
    {
        if (Kind is XmlMarkupKind.Comment or XmlMarkupKind.CharacterData)
        {
            return ReadUntilClosed(value, Kind == XmlMarkupKind.Comment ? (byte)'-' : (byte)']');
        }

        if (_quote == 0 && value == '>')
        {
            Kind = Kind == XmlMarkupKind.StartTag && _last == '/' ? XmlMarkupKind.EmptyTag : Kind;
            return true;
        }

        if (_quote != 0)
        {
            _quote = value == _quote ? (byte)0 : _quote;
        }
        else if (value is (byte)'"' or (byte)'\'' && Kind is XmlMarkupKind.StartTag or XmlMarkupKind.Declaration)
        {
            _quote = value;
        }

        _last = value;
        Keep(value);
        return false;
    }

    private void Keep(byte value)
    {
        if (_length == MaxHead)
        {
            IsCut = true;
            return;
        }

        if (_length == _head.Length)
        {
            Array.Resize(ref _head, MaxHead);
        }

        _head[_length++] = value;
        Kind = _length <= "![CDATA[".Length ? KindOf(Text) : Kind;
    }

    private static XmlMarkupKind KindOf(ReadOnlySpan<byte> head) => head switch
    {
        [(byte)'/', ..] => XmlMarkupKind.EndTag,
        [(byte)'?', ..] => XmlMarkupKind.Instruction,
        [(byte)'!', (byte)'-', (byte)'-'] => XmlMarkupKind.Comment,
        [(byte)'!', ..] => head.SequenceEqual("![CDATA["u8) ? XmlMarkupKind.CharacterData : XmlMarkupKind.Declaration,
        _ => XmlMarkupKind.StartTag,
    };

    private bool ReadUntilClosed(byte value, byte mark)
    {
        if (value == '>' && _closing >= 2)
        {
            return true;
        }

        _closing = value == mark ? _closing + 1 : 0;
        return false;
    }
}
