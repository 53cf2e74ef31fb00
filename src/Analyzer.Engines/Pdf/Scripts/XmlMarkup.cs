namespace Analyzer.Engines.Pdf.Scripts;

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
    private const int MaxHead = 128;

    private readonly byte[] _head = new byte[MaxHead];
    private int _length;
    private byte _quote;
    private byte _last;
    private int _closing;

    /// <summary>The kind of markup, as far as it has been read.</summary>
    public XmlMarkupKind Kind { get; private set; }

    /// <summary>The name of a tag's element without its prefix.</summary>
    public ReadOnlySpan<byte> LocalName
    {
        get
        {
            var name = _head.AsSpan(Kind == XmlMarkupKind.EndTag ? 1 : 0, _length - (Kind == XmlMarkupKind.EndTag ? 1 : 0));
            var end = name.IndexOfAny(" \t\r\n/"u8);
            name = end < 0 ? name : name[..end];
            return name[(name.LastIndexOf((byte)':') + 1)..];
        }
    }

    public void Begin() => (Kind, _length, _quote, _last, _closing) = (XmlMarkupKind.StartTag, 0, 0, 0, 0);

    /// <returns>True when the markup ends with this byte.</returns>
    public bool Read(byte value)
    {
        if (Kind is XmlMarkupKind.Comment or XmlMarkupKind.CharacterData)
        {
            return ReadUntilClosed(value, Kind == XmlMarkupKind.Comment ? (byte)'-' : (byte)']');
        }

        if (_quote != 0)
        {
            _quote = value == _quote ? (byte)0 : _quote;
            _last = value;
            return false;
        }

        if (value == '>')
        {
            Kind = Kind == XmlMarkupKind.StartTag && _last == '/' ? XmlMarkupKind.EmptyTag : Kind;
            return true;
        }

        _quote = value is (byte)'"' or (byte)'\'' && Kind == XmlMarkupKind.StartTag ? value : (byte)0;
        _last = value;
        if (_length < MaxHead)
        {
            _head[_length++] = value;
            Kind = KindOf(_head.AsSpan(0, _length));
        }

        return false;
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
