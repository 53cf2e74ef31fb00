using System.Buffers;
using System.Globalization;
using System.Text;
using Analyzer.Engines.Contract;
using Analyzer.Engines.Memory;
using Analyzer.Engines.JavaScript;

namespace Analyzer.Engines.Xfa;

/// <summary>
/// Reads what can act in an XML form (XFA): scripts in both languages with what leads to them, and the addresses that are fetched or sent
/// to.
/// </summary>
/// <remarks>
/// It knows as much of XML as it takes to find those: tags with quoted values, comments, CDATA sections and references to characters. Of a
/// form whose elements or letters reach into another part, or that may define entities, it is not certain that every script has been read.
/// </remarks>
internal sealed class XfaReader(IXfaParts parts) : IByteSink
{
    /// <summary>Of a script.</summary>
    public const int MaxScript = ScriptBudget.MaxLength;

    private const int MaxReference = 12;
    private const int MaxAddress = 2048;

    private static readonly SearchValues<byte> TextEnds = SearchValues.Create("<&"u8);

    private readonly XmlMarkup _markup = new();
    private readonly Utf16Reader _utf16 = new();
    private readonly XfaContext _context = new();
    private readonly PooledList<byte> _text = new();
    private readonly byte[] _reference = new byte[MaxReference];
    private State _state;
    private int _referenceLength;
    private int _scriptDepth;
    private ScriptHost _host;
    private bool _isAddress;
    private bool _isCut;
    private bool _hasBrace;
    private bool _isData;
    private bool _isDoubtful;

    private enum State
    {
        Text,
        Markup,
        Reference,
    }

    private bool TakesText => _scriptDepth > 0 || _isAddress;

    public void Begin()
    {
        (_state, _scriptDepth, _isAddress, _isCut, _isDoubtful) = (State.Text, 0, false, false, false);
        _context.Begin();
        _utf16.Begin();
    }

    /// <summary>The same text goes on in another stream.</summary>
    public void Continue() => _utf16.Continue();

    public bool Write(ReadOnlySpan<byte> bytes)
    {
        Span<byte> utf8 = stackalloc byte[256];
        while (!bytes.IsEmpty)
        {
            var text = _utf16.Read(bytes, utf8, out var read);
            _isDoubtful |= text.Contains((byte)0); // no letter of XML: what was cut within a character, and read as bytes
            Read(text);
            bytes = bytes[read..];
        }

        return true;
    }

    /// <returns>True when it is certain that every script has been read.</returns>
    public bool Complete()
    {
        Read(_utf16.Complete(stackalloc byte[1]));
        _isDoubtful |= _scriptDepth > 0 || _state == State.Markup;
        if (_scriptDepth > 0)
        {
            EndScript();
        }

        return !_isDoubtful;
    }

    /// <summary>Makes it ready for another file.</summary>
    public void Clear() => _text.Clear();

    private void Read(ReadOnlySpan<byte> bytes)
    {
        for (var at = 0; at < bytes.Length; at++)
        {
            switch (_state)
            {
                case State.Markup:
                    ReadMarkup(bytes[at]);
                    break;
                case State.Reference:
                    ReadReference(bytes[at]);
                    break;
                default:
                    var length = TakesText ? bytes[at..].IndexOfAny(TextEnds) : bytes[at..].IndexOf((byte)'<');
                    length = length < 0 ? bytes.Length - at : length;
                    AddText(bytes.Slice(at, length));
                    at += length;
                    if (at < bytes.Length)
                    {
                        Open(bytes[at]);
                    }

                    break;
            }
        }
    }

    private void Open(byte value)
    {
        _state = value == '<' ? State.Markup : State.Reference;
        _referenceLength = 0;
        _markup.Begin();
    }

    private void ReadMarkup(byte value)
    {
        var wasCharacterData = _markup.Kind == XmlMarkupKind.CharacterData;
        if (!_markup.Read(value))
        {
            if (wasCharacterData)
            {
                AddText([value]);
            }

            return;
        }

        _state = State.Text;
        switch (_markup.Kind)
        {
            case XmlMarkupKind.CharacterData when TakesText:
                // The two brackets that close the section.
                _text.Shorten(Math.Max(0, _text.Count - 2));
                break;
            case XmlMarkupKind.Declaration:
                _isDoubtful = true;
                TellEntities();
                break;
            case XmlMarkupKind.Instruction:
                TellStylesheet();
                break;
            case XmlMarkupKind.StartTag or XmlMarkupKind.EmptyTag when _scriptDepth == 0:
                BeginElement(_markup.Kind == XmlMarkupKind.EmptyTag);
                break;
            case XmlMarkupKind.StartTag when _markup.LocalName.SequenceEqual("script"u8):
                _scriptDepth++;
                break;
            case XmlMarkupKind.EndTag:
                EndElement();
                break;
        }
    }

    private void BeginElement(bool isEmpty)
    {
        _isDoubtful |= _markup.IsCut;
        var name = _markup.LocalName;
        XfaAddresses.Tell(_markup.Text, name, _context.Trigger, parts);
        if (isEmpty)
        {
            return;
        }

        _context.Open(name, _markup.Text);
        if (name.SequenceEqual("script"u8))
        {
            _scriptDepth = 1;
            var contentType = XmlAttributes.Find(_markup.Text, "contentType"u8);
            _host = HostOf(contentType);
            _isData = _host == ScriptHost.AnyForm && !contentType.IsEmpty;
            BeginText();
        }
        else if (XfaAddresses.IsAddress(name))
        {
            _isAddress = true;
            BeginText();
        }
    }

    private void EndElement()
    {
        var name = _markup.LocalName;
        if (_scriptDepth > 0)
        {
            if (name.SequenceEqual("script"u8) && --_scriptDepth == 0)
            {
                EndScript();
                _context.Close();
            }

            return;
        }

        // The end of an element that began in another part.
        _isDoubtful |= name.SequenceEqual("script"u8);
        if (_isAddress && XfaAddresses.IsAddress(name))
        {
            XfaAddresses.TellText(XmlAttributes.Decode(_text.Span[3..]), _context.IsStylesheet, parts);
        }

        _isAddress = false;
        _context.Close();
    }

    // Without a content type it is FormCalc (XFA 3.3, "The script Element"); with another one data, which scripts read.
    private static ScriptHost HostOf(ReadOnlySpan<byte> contentType) =>
        contentType.IndexOf("formcalc"u8) >= 0 ? ScriptHost.FormCalc
        : contentType.IndexOf("script"u8) >= 0 ? ScriptHost.Form
        : ScriptHost.AnyForm;

    private void BeginText()
    {
        _text.Empty();

        // So that the text is read as what it is.
        _text.Append([0xEF, 0xBB, 0xBF]);
        (_isCut, _hasBrace) = (false, false);
    }

    // A long list of values may be XML, which runs nothing unless something stands in braces (ECMA-357).
    private void EndScript()
    {
        var script = _text.Span[3..].TrimStart(" \t\r\n"u8);
        var isData = _isData || (_isCut && !_hasBrace && script is [(byte)'<', ..]);
        if (!script.IsEmpty && !(isData && _isCut))
        {
            parts.Script(_text.Span, _isCut, _host, _context.Trigger);
        }
    }

    private void AddText(ReadOnlySpan<byte> bytes)
    {
        if (!TakesText)
        {
            return;
        }

        var taken = Math.Min(bytes.Length, (_scriptDepth > 0 ? MaxScript : MaxAddress) - _text.Count);
        _text.Append(bytes[..taken]);
        _isCut |= taken < bytes.Length;
        _hasBrace |= bytes.Contains((byte)'{');
    }

    private void TellStylesheet()
    {
        if (_markup.Text.StartsWith("?xml-stylesheet"u8))
        {
            XfaAddresses.TellFetched(XmlAttributes.Decode(XmlAttributes.Find(_markup.Text, "href"u8)), XfaTrigger.Open, parts);
        }
    }

    // <!ENTITY name SYSTEM "address">, also inside of <!DOCTYPE name [ ... ]>.
    private void TellEntities()
    {
        var attributes = new XmlAttributes(_markup.Text);
        while (attributes.MoveNext())
        {
            XfaAddresses.TellFetched(attributes.Text, XfaTrigger.Open, parts);
        }
    }

    private void ReadReference(byte value)
    {
        if (value != ';' && _referenceLength < MaxReference)
        {
            _reference[_referenceLength++] = value;
            return;
        }

        var name = _reference.AsSpan(0, _referenceLength);
        if (value == ';' && TryFind(Encoding.ASCII.GetString(name), out var character))
        {
            Span<byte> utf8 = stackalloc byte[4];
            AddText(utf8[..character.EncodeToUtf8(utf8)]);
        }
        else
        {
            // It is none: then the document is no XML either.
            _isDoubtful = true;
            AddText([(byte)'&', .. name, value]);
        }

        _state = State.Text;
    }

    private static bool TryFind(string name, out Rune character)
    {
        (character, var isKnown) = name switch
        {
            "lt" => (new Rune('<'), true),
            "gt" => (new Rune('>'), true),
            "amp" => (new Rune('&'), true),
            "quot" => (new Rune('"'), true),
            "apos" => (new Rune('\''), true),
            _ => (new Rune(' '), false),
        };
        return isKnown
            || (name.StartsWith("#x", StringComparison.Ordinal)
                && int.TryParse(name.AsSpan(2), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var hex)
                && Rune.TryCreate(hex, out character))
            || (name.StartsWith('#')
                && int.TryParse(name.AsSpan(1), NumberStyles.None, CultureInfo.InvariantCulture, out var number)
                && Rune.TryCreate(number, out character));
    }
}
