using System.Globalization;
using System.Text;
using Journal.Log.Frames;
using Journal.Log.Writing;

namespace Journal.Features.Replay;

/// <summary>
/// The fields in the head of a message, read from its bytes: RFC 5424, RFC 3164 and what senders make of it, CEF, LEEF, GELF and other
/// JSON.
/// </summary>
/// <param name="Priority">Facility times eight, and severity; null when the message has none.</param>
/// <param name="Severity">0 is an emergency, 7 is debug; null when the message has none.</param>
/// <param name="Time">The sender's; null when the message has none.</param>
/// <param name="Host">Null if the message has none.</param>
/// <param name="App">The same.</param>
/// <param name="Process">The same: a number, as a rule.</param>
/// <param name="Text">The message after its head.</param>
internal sealed record SyslogFields(
    int? Priority, int? Severity, DateTimeOffset? Time, string? Host, string? App, string? Process, ReadOnlyMemory<byte> Text)
{
    private const int MaxPriority = 191; // RFC 5424, section 6.2.1

    public int? Facility => Priority / 8;

    /// <summary>The elements of RFC 5424; null if the message has none, or a malformed one.</summary>
    public IReadOnlyList<StructuredData>? StructuredData { get; init; }

    /// <summary>
    /// A message id, structured data and the rest, as RFC 5424 has them behind the process; without structured data, the text with words
    /// of the device before it. Null: only the text is known.
    /// </summary>
    public ReadOnlyMemory<byte>? Tail { get; init; }

    /// <summary>Whether nothing is left to find out elsewhere.</summary>
    public bool IsKnown => (Severity, Time, Host, App) is (not null, not null, not null, not null);

    /// <summary>A message without any.</summary>
    public static SyslogFields None(ReadOnlyMemory<byte> text) => new(null, null, null, null, null, null, text);

    /// <summary>Never throws: a record that cannot be read would stop each replay of the log.</summary>
    public static SyslogFields Of(LogRecord record)
    {
        try
        {
            return Read(record);
        }
        catch (ArgumentOutOfRangeException)
        {
            return None(record.Message); // a time beyond the calendar
        }
    }

    private static SyslogFields Read(LogRecord record)
    {
        var fields = OfHead(record);
        if (fields.App is null && EventHead.Read(fields.Text.Span) is { } head)
        {
            fields = fields with { App = head.Product, Severity = fields.Severity ?? head.Severity };
        }

        fields = fields.App is null && BsdHeader.SnareTag(fields.Text.Span) is var (snare, _) ? fields with { App = snare } : fields;
        if (fields.Host is null || fields.Time is null)
        {
            fields = EventFields.Complete(fields, Clock.Instant(record.ReceivedAt));
        }

        if (!fields.IsKnown && record.Message.Span is not [(byte)'{', ..] && ObjectIn(fields.Text) is { IsEmpty: false } json)
        {
            fields = fields.Or(JsonFields.Read(json, None));
        }

        if (fields.Severity is null || fields.Time is null)
        {
            fields = fields.Or(ServerLines.Read(fields.Text, Clock.Instant(record.ReceivedAt)));
        }

        if (fields is { Priority: null } and not { Severity: not null, Time: not null, App: not null })
        {
            fields = fields.Or(ProgramLines.Read(fields.Text, Clock.Instant(record.ReceivedAt)));
        }

        return fields.IsKnown || PairFields.Read(fields.Text.Span) is not { } pairs ? fields : fields with
        {
            Severity = fields.Severity ?? pairs.Severity,
            Time = fields.Time ?? pairs.Time,
            Host = pairs.IsHostCertain ? pairs.Host : fields.Host ?? pairs.Host,
            App = fields.App ?? pairs.App,
            Process = fields.Process ?? pairs.Process,
        };
    }

    /// <summary>What these fields lack, of others.</summary>
    public SyslogFields Or(SyslogFields others) => this with
    {
        Severity = Severity ?? others.Severity,
        Time = Time ?? others.Time,
        Host = Host ?? others.Host,
        App = App ?? others.App,
        Process = Process ?? others.Process,
    };

    /// <summary>An object of JSON by itself, or behind the mark of structured syslog (<c>@cee: </c>).</summary>
    private static ReadOnlyMemory<byte> ObjectIn(ReadOnlyMemory<byte> text)
    {
        text = text[Blanks(text.Span)..];
        text = text.Span.StartsWith("@cee:"u8) ? text["@cee:".Length..] : text;
        var begin = text.Span.IndexOfAnyExcept((byte)' ');
        return begin >= 0 && text.Span[begin] == '{' ? text[begin..] : default;
    }

    private static SyslogFields OfHead(LogRecord record)
    {
        var message = record.Message[Blanks(record.Message.Span)..];
        message = message[CountBytes(message.Span)..];
        if (PriorityOf(message.Span) is var (priority, head))
        {
            var rest = BehindOriginal(message[head..]);
            return VersionBytes(rest.Span) is > 0 and var version
                && (rest.Span.StartsWith("1 "u8) || rest.Span[version..].StartsWith("- "u8) || IsTimed(rest[version..], record))
                ? Rfc5424(priority, rest[version..], record)
                : BsdHeader.Read(priority, rest, record);
        }

        if (message.Span.StartsWith("1 "u8) && IsTimed(message[2..], record))
        {
            return Rfc5424(null, message[2..], record); // a relay or a file has lost the priority
        }

        message = record.Message;
        return message.Span is [(byte)'{', ..]
            ? JsonFields.Read(message, line => line.Span is [(byte)'{', ..]
                ? JsonFields.Read(line, None)
                : Of(record with { Message = line }))
            : JournaldFields.Read(message) ?? BsdHeader.Read(null, message, record);
    }

    /// <summary>RFC 6587's count of bytes, which files and bodies with such messages still have: <c>190 &lt;13&gt;1 </c>.</summary>
    private static int CountBytes(ReadOnlySpan<byte> message)
    {
        const int MaxDigits = 5;
        var digits = message[..Math.Min(message.Length, MaxDigits + 1)].IndexOfAnyExceptInRange((byte)'0', (byte)'9');
        return digits > 0 && message[digits] == ' ' && PriorityOf(message[(digits + 1)..]) is not null ? digits + 1 : 0;
    }

    /// <summary>Kiwi's relay puts the sender's address before the message: <c>Original Address=192.0.2.7 1 </c>.</summary>
    private static ReadOnlyMemory<byte> BehindOriginal(ReadOnlyMemory<byte> text)
    {
        const string Mark = "Original Address=";
        return text.Span.StartsWith("Original Address="u8) && text.Span[Mark.Length..].IndexOf((byte)' ') is > 0 and var end
            ? text[(Mark.Length + end + 1)..] : text;
    }

    /// <summary>RFC 5424's version, up to three digits, and the space behind it; some devices write another one than 1.</summary>
    private static int VersionBytes(ReadOnlySpan<byte> text) =>
        text[..Math.Min(text.Length, 4)].IndexOfAnyExceptInRange((byte)'0', (byte)'9') is > 0 and var digits && text[digits] == ' '
            ? digits + 1 : 0;

    /// <summary>Blanks and line breaks before a head, and a byte order mark.</summary>
    private static int Blanks(ReadOnlySpan<byte> message)
    {
        var begin = message.IndexOfAnyExcept(" \t\r\n"u8);
        begin = begin < 0 ? 0 : begin;
        return message[begin..].StartsWith("\uFEFF"u8) ? begin + "\uFEFF"u8.Length : begin;
    }

    private static bool IsTimed(ReadOnlyMemory<byte> text, LogRecord record) =>
        text.Span.IndexOf((byte)'T') is > 0 and < 16 && HeaderTime.Take(ref text, Clock.Instant(record.ReceivedAt)) is not null;

    /// <summary>RFC 3164's <c>&lt;13&gt;</c> at the beginning.</summary>
    public static (int Priority, int HeadBytes)? PriorityOf(ReadOnlySpan<byte> message)
    {
        var end = message[..Math.Min(5, message.Length)].IndexOf((byte)'>');
        return end > 1 && message[0] == '<'
            && int.TryParse(message[1..end], NumberStyles.None, CultureInfo.InvariantCulture, out var priority) && priority <= MaxPriority
            ? (priority, end + 1)
            : null;
    }

    /// <summary>Time, host, app, process, message id, structured data, and the rest.</summary>
    private static SyslogFields Rfc5424(int? priority, ReadOnlyMemory<byte> rest, LogRecord record)
    {
        var isEpoch = BsdHeader.IsEpoch(rest);
        var time = HeaderTime.Take(ref rest, Clock.Instant(record.ReceivedAt));
        if (time is null)
        {
            Word(ref rest); // "-"
        }

        var behind = rest;
        Word(ref behind);
        if (behind.Span.StartsWith("1 "u8) && IsTimed(behind[2..], record))
        {
            return Rfc5424(priority, behind[2..], record); // a relay has put a head of its own before the one that came
        }

        return isEpoch
            ? new(priority, priority % 8, time, Known(Word(ref rest)), Known(Word(ref rest)), null, rest) // Cisco Meraki's
            : BehindTime(priority, time, rest);
    }

    /// <summary>Host, app, process, message id, structured data, and the rest.</summary>
    public static SyslogFields BehindTime(int? priority, DateTimeOffset? time, ReadOnlyMemory<byte> rest)
    {
        var host = Known(Word(ref rest));
        rest = rest.Span is [(byte)' ', not (byte)' ', ..] ? rest[1..] : rest; // FreeBSD's syslogd
        if (EventHead.BeginOf(rest.Span) == 0)
        {
            return new(priority, priority % 8, time, host, null, null, rest); // QRadar's: a LEEF event behind the host
        }

        var app = Known(Word(ref rest));
        var told = rest;
        var isEvent = EventHead.BeginOf(rest.Span) == 0;
        var process = Known(Word(ref rest));
        if (isEvent || process?.Contains('=', StringComparison.Ordinal) == true)
        {
            (process, rest) = (null, told); // a text stands where the process would
        }

        if (process is null && app is [_, .., ']'] && app.IndexOf('[', StringComparison.Ordinal) is > 0 and var open)
        {
            (app, process) = (app[..open], app[(open + 1)..^1]); // as in RFC 3164
        }

        var behind = rest;
        Word(ref behind); // the message's id
        return Replay.StructuredData.Take(ref behind) is { } data
            ? new(priority, priority % 8, time, host, app, process, behind) { StructuredData = data, Tail = rest }
            : new(priority, priority % 8, time, host, app, process, rest);
    }

    /// <summary>The text up to a space, which it loses with the space.</summary>
    public static string Word(ref ReadOnlyMemory<byte> rest)
    {
        var end = rest.Span.IndexOf((byte)' ');
        var word = Encoding.UTF8.GetString(end < 0 ? rest.Span : rest.Span[..end]);
        rest = end < 0 ? default : rest[(end + 1)..];
        return word;
    }

    /// <summary>A hyphen stands for nothing.</summary>
    public static string? Known(string word) => word is "" or "-" ? null : word;
}
