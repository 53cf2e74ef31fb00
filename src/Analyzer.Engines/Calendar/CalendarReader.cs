using System.Text;
using Analyzer.Engines.Contract;
using Analyzer.Engines.Decoding;
using Analyzer.Engines.Mail;
using Analyzer.Engines.Text;

namespace Analyzer.Engines.Calendar;

/// <summary>Walks through the properties of calendars and cards, whose lines are folded (RFC 5545, 3.1).</summary>
internal sealed class CalendarReader(Evidence evidence) : ILineSink
{
    private const int MaxHead = 8192;
    private const int MaxValue = 4096;
    private const string Description = "X-ALT-DESC";

    private static readonly HashSet<string> Addressing =
    [
        "ATTACH", "URL", "IMAGE", "CONFERENCE", "SOURCE", "TZURL", "PHOTO", "LOGO", "SOUND", "KEY", "FBURL", "CALURI", "CALADRURI",
        "AALARM", "PALARM", "STRUCTURED-DATA", "LINK", "MEMBER", "RELATED", "IMPP",
    ];

    private readonly Gather _head = new();
    private readonly Gather _value = new();
    private readonly Base64Body _base64 = new();
    private readonly EscapedBody _escaped = new();
    private readonly PercentBody _percent = new();
    private IParts _parts = null!;
    private IPart? _part;
    private IBodyDecoder? _decoder;
    private CalendarProperty? _property;
    private long _at;
    private bool _isQuoted;
    private bool _endsOpen;

    public void Begin(IParts parts) => _parts = parts;

    public void Line(ReadOnlySpan<byte> line, bool isStart, long offset)
    {
        var text = line.TrimEnd("\r\n"u8);
        if (isStart && text is [(byte)' ' or (byte)'\t', ..])
        {
            text = text[1..];
        }
        else if (isStart && !(_endsOpen && _property?.IsQuotedPrintable == true))
        {
            EndProperty();
            _at = offset;
        }

        _endsOpen = text is [.., (byte)'='];
        Take(text);
    }

    /// <summary>Ends where the file ends.</summary>
    public void Complete() => EndProperty();

    public void Clear()
    {
        _head.Shrink();
        _value.Shrink();
        (_parts, _part, _decoder, _property, _isQuoted, _endsOpen) = (null!, null, null, null, false, false);
    }

    private void Take(ReadOnlySpan<byte> text)
    {
        if (_property is null)
        {
            var end = EndOfHead(text);
            Keep(_head, text[..end], MaxHead);
            if (end == text.Length)
            {
                return;
            }

            text = text[(end + 1)..];
            BeginValue();
        }

        if (_part is null)
        {
            // data:text/plain;base64,...
            var comma = text.IndexOf((byte)',');
            Keep(_value, comma < 0 ? text : text[..comma], MaxValue);
            if (comma >= 0 && DataOf(_value.Bytes) is { } isBase64)
            {
                BeginPart(isBase64 ? _base64 : _percent);
                text = text[(comma + 1)..];
            }
            else if (comma >= 0)
            {
                Keep(_value, text[comma..], MaxValue);
            }
        }

        if (_part is not null)
        {
            _decoder!.Decode(text, _part);
        }
    }

    // A colon within quotation marks belongs to a parameter.
    private int EndOfHead(ReadOnlySpan<byte> text)
    {
        for (var at = 0; at < text.Length; at++)
        {
            if (text[at] == ':' && !_isQuoted)
            {
                return at;
            }

            _isQuoted ^= text[at] == '"';
        }

        return text.Length;
    }

    private void Keep(Gather kept, ReadOnlySpan<byte> text, int maxLength)
    {
        var room = maxLength - kept.Length;
        kept.Add(text[..Math.Min(room, text.Length)]);
        if (text.Length > room && (kept == _head || IsAddress(_property!)))
        {
            evidence.Miss(Gap.TooLarge, _at);
        }
    }

    /// <returns>Whether it is in base64; null when it does not begin data.</returns>
    private static bool? DataOf(ReadOnlySpan<byte> value) => value.Length < "data:".Length
        || !Ascii.EqualsIgnoreCase(value[.."data:".Length], "data:") ? null
        : value.Length >= ";base64".Length && Ascii.EqualsIgnoreCase(value[^";base64".Length..], ";base64");

    private void BeginValue()
    {
        _property = CalendarProperty.Parse(PlainText.Decode(_head.Bytes));
        LookAtHead(_property);

        if (_property.IsBinary)
        {
            BeginPart(_base64);
        }
        else if (_property.Name == Description)
        {
            BeginPart(_escaped);
        }
    }

    private void LookAtHead(CalendarProperty property)
    {
        if (!property.IsNamed || MailEngine.IsTelling(property.Name))
        {
            evidence.Miss(Gap.UnknownType, _at);
        }

        if (property.IsCut)
        {
            evidence.Miss(Gap.TooLarge, _at);
        }

        foreach (var address in property.Addresses)
        {
            LookAtAddress(address, isLink: false);
        }
    }

    private void BeginPart(IBodyDecoder decoder)
    {
        _decoder = decoder;
        _decoder.Clear();
        _part = _parts.Open(_property!.FileName, _at);
        if (_property.Name != Description)
        {
            _part.IsFile = true;
            evidence.Find(CalendarRules.Attached, _at, _property.FileName);
        }
    }

    private void EndProperty()
    {
        if (_part is not null)
        {
            _decoder!.Complete(_part);
            _part.Complete();
        }
        else if (_property is not null)
        {
            LookAtValue(_property, PlainText.Decode(_value.Bytes).Trim());
        }
        else if (_isQuoted)
        {
            evidence.Miss(Gap.Broken, _at);
        }
        else if (_head.Length > 0 && PlainText.Decode(_head.Bytes) is var head && !string.IsNullOrWhiteSpace(head))
        {
            LookAtHead(CalendarProperty.Parse(head));
        }

        (_part, _decoder, _property, _isQuoted) = (null, null, null, false);
        _head.Clear();
        _value.Clear();
    }

    private void LookAtValue(CalendarProperty property, string value)
    {
        // RFC 2445 has reminders that start programs; its forerunner names the program in one property.
        if ((property.Name == "ACTION" && value.Equals("PROCEDURE", StringComparison.OrdinalIgnoreCase)) || property.Name == "PALARM")
        {
            evidence.Find(CalendarRules.Procedure, _at, value);
        }

        if (IsAddress(property))
        {
            LookAtAddress(property.Name is "PALARM" or "AALARM" ? value[(value.LastIndexOf(';') + 1)..] : value, isLink: true);
        }
    }

    private static bool IsAddress(CalendarProperty property) =>
        Addressing.Contains(property.Name) || "URI".Equals(property["VALUE"], StringComparison.OrdinalIgnoreCase);

    private void LookAtAddress(string address, bool isLink)
    {
        // A directory is where the standard itself finds people (RFC 5545, 3.2.6).
        var isDirectory = address.StartsWith("ldap:", StringComparison.OrdinalIgnoreCase);
        if ((Addresses.StartsProgram(address) && !isDirectory) || Addresses.IsScript(address))
        {
            evidence.Find(CalendarRules.StartingAddress, _at, address);
        }
        else if (Addresses.IsShare(address))
        {
            evidence.Find(CalendarRules.Share, _at, address);
        }
        else if (isLink && (ProgramNames.IsAddress(address)
            || (address.StartsWith("file:", StringComparison.OrdinalIgnoreCase) && ProgramNames.IsStarted(address))))
        {
            evidence.Find(CalendarRules.Program, _at, address);
        }
    }
}
