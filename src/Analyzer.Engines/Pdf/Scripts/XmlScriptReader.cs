using System.Buffers;
using System.Globalization;
using System.Text;
using Analyzer.Engines.Pdf.Filters;
using Analyzer.Engines.Pdf.Lexing;
using Analyzer.Engines.Pdf.Memory;

namespace Analyzer.Engines.Pdf.Scripts;

/// <summary>Reads the scripts of an XML form (XFA): the text of its script elements, whatever the prefix of their names.</summary>
/// <remarks>
/// It knows as much of XML as it takes to find those: tags with quoted values, comments, CDATA sections and references to characters. Of a
/// form whose elements reach into another part, or that may define entities, it is not certain that every script has been read.
/// </remarks>
internal sealed class XmlScriptReader(ScriptReader scripts) : IByteSink
{
    private const int MaxReference = 12;

    private static readonly SearchValues<byte> TextEnds = SearchValues.Create("<&"u8);

    private readonly XmlMarkup _markup = new();
    private readonly Utf16Reader _utf16 = new();
    private readonly PooledList<byte> _text = new();
    private readonly byte[] _reference = new byte[MaxReference];
    private ObjectPlace _place;
    private State _state;
    private int _referenceLength;
    private int _depth;
    private bool _isCut;
    private bool _isDoubtful;

    private enum State
    {
        Text,
        Markup,
        Reference,
    }

    /// <param name="place">The form's own place.</param>
    public void Begin(in ObjectPlace place)
    {
        (_place, _state, _depth, _isCut, _isDoubtful) = (place, State.Text, 0, false, false);
        _utf16.Begin();
    }

    public bool Write(ReadOnlySpan<byte> bytes)
    {
        Span<byte> ascii = stackalloc byte[256];
        while (!bytes.IsEmpty)
        {
            Read(_utf16.Read(bytes, ascii, out var read));
            bytes = bytes[read..];
        }

        return true;
    }

    /// <returns>True when it is certain that every script has been read.</returns>
    public bool Complete()
    {
        _isDoubtful |= _depth > 0 || _state == State.Markup;
        if (_depth > 0)
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
                    var length = _depth > 0 ? bytes[at..].IndexOfAny(TextEnds) : bytes[at..].IndexOf((byte)'<');
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
            case XmlMarkupKind.CharacterData when _depth > 0:
                // The two brackets that close the section.
                _text.Shorten(Math.Max(0, _text.Count - 2));
                break;
            case XmlMarkupKind.Declaration:
                _isDoubtful = true;
                break;
            case XmlMarkupKind.StartTag when _markup.LocalName.SequenceEqual("script"u8):
                BeginScript();
                break;
            case XmlMarkupKind.EndTag when _markup.LocalName.SequenceEqual("script"u8):
                _isDoubtful |= _depth == 0;
                if (_depth == 1)
                {
                    EndScript();
                }

                _depth = Math.Max(0, _depth - 1);
                break;
        }
    }

    private void BeginScript()
    {
        if (_depth++ == 0)
        {
            _text.Empty();

            // So that the text is read as what it is.
            _text.Append([0xEF, 0xBB, 0xBF]);
            _isCut = false;
        }
    }

    private void EndScript()
    {
        if (_text.Span[3..].ContainsAnyExcept(" \t\r\n"u8))
        {
            scripts.Read(_text.Span, _isCut, _place);
        }
    }

    private void AddText(ReadOnlySpan<byte> bytes)
    {
        if (_depth == 0)
        {
            return;
        }

        var taken = Math.Min(bytes.Length, ScriptReader.MaxLength - _text.Count);
        _text.Append(bytes[..taken]);
        _isCut |= taken < bytes.Length;
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
