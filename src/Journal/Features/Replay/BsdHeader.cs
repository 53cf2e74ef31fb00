using System.Globalization;
using System.Text;
using Journal.Log.Frames;
using Journal.Log.Writing;

namespace Journal.Features.Replay;

/// <summary>The header of RFC 3164 and what senders make of it: time, host, and a tag; any of them may be missing.</summary>
/// <remarks>
/// Cisco's devices put counters before the time (<c>8103: </c>), the host between two colons, or <c>: </c> before the tag; BSD's syslogd
/// can write the facility and level after the time; AIX writes <c>Message forwarded from HOST: </c>.
/// </remarks>
internal static class BsdHeader
{
    private const int MaxTagBytes = 64; // RFC 3164 allows 32; programs with longer names write them
    private const int MaxCounterBytes = 16;
    private const int MaxCounters = 2;

    private static readonly string[] Facilities =
    [
        "kern", "user", "mail", "daemon", "auth", "syslog", "lpr", "news", "uucp", "cron", "authpriv", "ftp", "ntp", "audit", "alert",
        "clock", "local0", "local1", "local2", "local3", "local4", "local5", "local6", "local7",
    ];

    public static SyslogFields Read(int? priority, ReadOnlyMemory<byte> rest, LogRecord record)
    {
        var received = Clock.Instant(record.ReceivedAt);
        if (priority is not null)
        {
            rest = SkipCounters(rest);
        }

        string? host = null;
        var time = HeaderTime.Take(ref rest, received);
        if (time is null && priority is not null && HostBeforeTime(rest, received) is var (name, at, after))
        {
            (host, time, rest) = (name, at, after);
        }

        if (time is null && priority is null)
        {
            return CiscoSeverity(rest.Span) is { } level && TagOf(rest.Span) is { } mark
                ? new(null, level, null, null, mark.App, mark.Process, record.Message)
                : SyslogFields.None(record.Message); // a line of text
        }

        var isPriorityRead = priority is not null;
        priority ??= PriorityWord(ref rest);
        if (isPriorityRead)
        {
            PriorityWord(ref rest);
        }

        rest = SkipColon(rest);
        if (TagOf(rest.Span) is { } first)
        {
            return new(priority, SeverityOf(priority, rest), time, host, first.App, first.Process, rest);
        }

        if (time is null)
        {
            return new(priority, priority % 8, null, null, null, null, rest);
        }

        var behind = Forwarded(rest);
        host ??= TakeHost(ref behind);
        behind = SkipColon(behind);
        var tag = TagOf(behind.Span) ?? SpacedTagOf(behind.Span);
        if (priority is null && tag is null && EventHead.BeginOf(behind.Span) != 0)
        {
            return new(null, null, time, null, null, null, record.Message); // a line of text that begins with its time
        }

        return new(priority, SeverityOf(priority, behind), time, host, tag?.App, tag?.Process, behind);
    }

    private static int? SeverityOf(int? priority, ReadOnlyMemory<byte> tag) => priority % 8 ?? CiscoSeverity(tag.Span);

    private static ReadOnlyMemory<byte> SkipCounters(ReadOnlyMemory<byte> text)
    {
        text = text.Span is [(byte)':', not (byte)' ', ..] ? text[1..] : text;
        for (var i = 0; i < MaxCounters; i++)
        {
            var head = text.Span[..Math.Min(text.Length, MaxCounterBytes)];
            var end = head.IndexOf(": "u8);
            if (end < 0 || head[..end].ContainsAnyExceptInRange((byte)'0', (byte)'9'))
            {
                break;
            }

            text = text[(end + 2)..];
        }

        return text;
    }

    private static (string Host, DateTimeOffset Time, ReadOnlyMemory<byte> Behind)? HostBeforeTime(
        ReadOnlyMemory<byte> rest, DateTimeOffset received)
    {
        var host = SyslogFields.Word(ref rest);
        return host.Length > 1 && (host[^1] == ':' || IsHost(host)) && HeaderTime.Take(ref rest, received) is { } time
            ? (host.TrimEnd(':'), time, rest)
            : null;
    }

    /// <summary><c>daemon.info</c>, in angle brackets or without.</summary>
    private static int? PriorityWord(ref ReadOnlyMemory<byte> rest)
    {
        var behind = rest;
        var word = SyslogFields.Word(ref behind).Trim('<', '>');
        var dot = word.IndexOf('.', StringComparison.Ordinal);
        if (dot <= 0 || Array.IndexOf(Facilities, word[..dot]) is var facility && facility < 0
            || char.IsAsciiDigit(word[^1]) || JsonFields.SeverityOf(word[(dot + 1)..]) is not { } severity)
        {
            return null;
        }

        rest = behind;
        return (facility * 8) + severity;
    }

    private static ReadOnlyMemory<byte> Forwarded(ReadOnlyMemory<byte> rest) =>
        rest.Span.StartsWith("Message forwarded from "u8) ? rest["Message forwarded from ".Length..]
        : rest.Span.StartsWith("Forwarded from "u8) ? rest["Forwarded from ".Length..]
        : rest;

    private static string? TakeHost(ref ReadOnlyMemory<byte> rest)
    {
        var behind = rest;
        var host = SyslogFields.Word(ref behind);
        if (!IsHost(host))
        {
            return null;
        }

        rest = behind;
        return SyslogFields.Known(host.Length > 1 && !host.EndsWith("::", StringComparison.Ordinal) ? host.TrimEnd(':') : host);
    }

    private static bool IsHost(string word) => word.AsSpan().IndexOfAny("=,;\"{}()<>|") < 0 && !word.StartsWith('[');

    private static ReadOnlyMemory<byte> SkipColon(ReadOnlyMemory<byte> text)
    {
        var begin = text.Span.IndexOfAnyExcept((byte)' ');
        return begin >= 0 && text.Span[begin..].StartsWith(": "u8) ? text[(begin + 2)..] : begin > 0 ? text[begin..] : text;
    }

    /// <summary><c>app:</c>, <c>app[12]:</c> or <c>app[12]</c>.</summary>
    private static (string App, string? Process)? TagOf(ReadOnlySpan<byte> text)
    {
        var word = text[..Math.Min(MaxTagBytes, text.Length)];
        var end = word.IndexOfAny((byte)'[', (byte)':', (byte)' ');
        if (end <= 0 || (word[end] == ' ' && word[0] != '%') || word[..end].Contains((byte)'='))
        {
            return null;
        }

        var app = Encoding.UTF8.GetString(word[..end]);
        if (word[end] == ' ')
        {
            return CiscoSeverity(word[..(end + 1)]) is null ? null : (app, null);
        }

        if (word[end] == ':')
        {
            // A colon inside a word is an address or a path: fe80::1, C:\x.
            return end + 1 == text.Length || text[end + 1] == ' ' ? (app, null) : null;
        }

        var close = word[end..].IndexOf((byte)']');
        return close > 0 ? (app, SyslogFields.Known(Encoding.UTF8.GetString(word[(end + 1)..(end + close)]))) : null;
    }

    /// <summary><c>app : text</c>, or <c>app -: text</c>.</summary>
    private static (string App, string? Process)? SpacedTagOf(ReadOnlySpan<byte> text)
    {
        var end = text[..Math.Min(MaxTagBytes, text.Length)].IndexOf((byte)' ');
        return end > 0 && (text[end..].StartsWith(" : "u8) || text[end..].StartsWith(" -: "u8)) && IsHost(Encoding.UTF8.GetString(text[..end]))
            ? (Encoding.UTF8.GetString(text[..end]), null)
            : null;
    }

    /// <summary>The level in a tag such as <c>%ASA-3-710003:</c>.</summary>
    private static int? CiscoSeverity(ReadOnlySpan<byte> text)
    {
        var end = text[..Math.Min(MaxTagBytes, text.Length)].IndexOfAny((byte)':', (byte)' ');
        if (end < 0 || text[0] != '%')
        {
            return null;
        }

        foreach (var part in Encoding.UTF8.GetString(text[..end]).Split('-')[1..])
        {
            if (part.Length == 1 && int.TryParse(part, NumberStyles.None, CultureInfo.InvariantCulture, out var level) && level <= 7)
            {
                return level;
            }
        }

        return null;
    }
}
