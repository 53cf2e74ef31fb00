using System.Globalization;
using System.Text;
using Journal.Log.Frames;

namespace Journal.Features.Replay;

/// <summary>The fields in the head of a message (RFC 5424, RFC 3164).</summary>
/// <param name="Priority">Facility times eight, and severity; null when the message has none.</param>
/// <param name="Host">Null if the message has none.</param>
/// <param name="App">The same.</param>
/// <param name="Text">The message after its head.</param>
internal sealed record SyslogFields(int? Priority, string? Host, string? App, ReadOnlyMemory<byte> Text)
{
    private const int Rfc3164TimeBytes = 15;

    public int? Severity => Priority % 8;

    /// <remarks>A record may be forged: if it does not begin as its marks say, it has no fields.</remarks>
    public static SyslogFields Of(LogRecord record)
    {
        var message = record.Message;
        var end = message.Span[..Math.Min(5, message.Length)].IndexOf((byte)'>');
        return (record.Marks & RecordMarks.Json, end > 0 ? PriorityOf(message.Span[..end]) : null) switch
        {
            (RecordMarks.Rfc5424, { } priority) => Rfc5424(priority, message[(end + 1)..]),
            (RecordMarks.Rfc3164, { } priority) => Rfc3164(priority, message[(end + 1)..]),
            _ => new(null, null, null, message),
        };
    }

    private static int? PriorityOf(ReadOnlySpan<byte> head) =>
        head[0] == '<' && int.TryParse(head[1..], NumberStyles.None, CultureInfo.InvariantCulture, out var priority) ? priority : null;

    /// <summary>Version, time, host, app, process, message id, and the rest.</summary>
    private static SyslogFields Rfc5424(int priority, ReadOnlyMemory<byte> rest)
    {
        Word(ref rest);
        Word(ref rest);
        var host = Word(ref rest);
        return new(priority, Known(host), Known(Word(ref rest)), rest);
    }

    /// <summary>Time, host, and a tag that ends with a colon or a bracket.</summary>
    private static SyslogFields Rfc3164(int priority, ReadOnlyMemory<byte> rest)
    {
        if (rest.Length <= Rfc3164TimeBytes + 1)
        {
            return new(priority, null, null, rest);
        }

        var head = rest[(Rfc3164TimeBytes + 1)..];
        var host = Word(ref head);
        var tag = head.Span[..Math.Min(48, head.Length)].IndexOfAny((byte)'[', (byte)':', (byte)' ');
        return tag > 0
            ? new(priority, Known(host), Encoding.UTF8.GetString(head.Span[..tag]), head)
            : new(priority, Known(host), null, head);
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
