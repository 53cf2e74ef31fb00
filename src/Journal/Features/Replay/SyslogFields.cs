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
    private const int MaxTagBytes = 64; // RFC 3164 allows 32; programs with longer names write them

    public int? Facility => Priority / 8;

    /// <summary>A message without any.</summary>
    public static SyslogFields None(ReadOnlyMemory<byte> text) => new(null, null, null, null, null, null, text);

    public static SyslogFields Of(LogRecord record)
    {
        var fields = OfHead(record);
        return fields.App is null && EventHead.Read(fields.Text.Span) is { } head
            ? fields with { App = head.Product, Severity = fields.Severity ?? head.Severity }
            : fields;
    }

    private static SyslogFields OfHead(LogRecord record)
    {
        var message = record.Message;
        if (PriorityOf(message.Span) is var (priority, head))
        {
            var rest = message[head..];
            return rest.Span.StartsWith("1 "u8)
                ? Rfc5424(priority, rest[2..], record)
                : Rfc3164(priority, rest, record);
        }

        return message.Span is [(byte)'{', ..]
            ? JsonFields.Read(message, line => line.Span is [(byte)'{', ..]
                ? JsonFields.Read(line, None)
                : Of(record with { Message = line }))
            : JournaldFields.Read(message) ?? Rfc3164(null, message, record);
    }

    private static (int Priority, int HeadBytes)? PriorityOf(ReadOnlySpan<byte> message)
    {
        var end = message[..Math.Min(5, message.Length)].IndexOf((byte)'>');
        return end > 1 && message[0] == '<'
            && int.TryParse(message[1..end], NumberStyles.None, CultureInfo.InvariantCulture, out var priority) && priority <= MaxPriority
            ? (priority, end + 1)
            : null;
    }

    /// <summary>Time, host, app, process, message id, structured data, and the rest.</summary>
    private static SyslogFields Rfc5424(int priority, ReadOnlyMemory<byte> rest, LogRecord record)
    {
        var time = HeaderTime.Take(ref rest, Clock.Instant(record.ReceivedAt));
        if (time is null)
        {
            Word(ref rest); // "-"
        }

        var host = Known(Word(ref rest));
        var app = Known(Word(ref rest));
        var process = Known(Word(ref rest));
        return new(priority, priority % 8, time, host, app, process, rest);
    }

    /// <summary>Time, host, and a tag that ends with a colon or a bracket; any of them may be missing.</summary>
    private static SyslogFields Rfc3164(int? priority, ReadOnlyMemory<byte> rest, LogRecord record)
    {
        var severity = priority % 8;
        var time = HeaderTime.Take(ref rest, Clock.Instant(record.ReceivedAt));
        if (time is null && priority is null)
        {
            return new(null, null, null, null, null, null, record.Message); // a line of text
        }

        if (TagOf(rest.Span) is { } first)
        {
            return new(priority, severity, time, null, first.App, first.Process, rest);
        }

        if (time is null)
        {
            return new(priority, severity, null, null, null, null, rest);
        }

        var behind = rest;
        var host = Known(Word(ref behind));
        var tag = TagOf(behind.Span);
        if (priority is null && tag is null)
        {
            return new(null, null, time, null, null, null, record.Message); // a line of text that begins with its time
        }

        rest = behind;
        return new(priority, severity, time, host, tag?.App, tag?.Process, rest);
    }

    /// <summary><c>app:</c>, <c>app[12]:</c> or <c>app[12]</c>.</summary>
    private static (string App, string? Process)? TagOf(ReadOnlySpan<byte> text)
    {
        var word = text[..Math.Min(MaxTagBytes, text.Length)];
        var end = word.IndexOfAny((byte)'[', (byte)':', (byte)' ');
        if (end <= 0 || word[end] == ' ')
        {
            return null;
        }

        var app = Encoding.UTF8.GetString(word[..end]);
        if (word[end] == ':')
        {
            // A colon inside a word is an address or a path: fe80::1, C:\x.
            return end + 1 == text.Length || text[end + 1] == ' ' ? (app, null) : null;
        }

        var close = word[end..].IndexOf((byte)']');
        return close > 0 ? (app, Known(Encoding.UTF8.GetString(word[(end + 1)..(end + close)]))) : null;
    }

    private static string Word(ref ReadOnlyMemory<byte> rest)
    {
        var end = rest.Span.IndexOf((byte)' ');
        var word = Encoding.UTF8.GetString(end < 0 ? rest.Span : rest.Span[..end]);
        rest = end < 0 ? default : rest[(end + 1)..];
        return word;
    }

    private static string? Known(string word) => word is "" or "-" ? null : word;
}
