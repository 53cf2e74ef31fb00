using System.Buffers;
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

    private static readonly SearchValues<char> TopicLetters = SearchValues.Create("abcdefghijklmnopqrstuvwxyz0123456789_-");
    private static readonly SearchValues<char> NotInHosts = SearchValues.Create("=,;\"{}()<>|");

    private static readonly string[] Facilities =
    [
        "kern", "user", "mail", "daemon", "auth", "syslog", "lpr", "news", "uucp", "cron", "authpriv", "ftp", "ntp", "audit", "alert",
        "clock", "local0", "local1", "local2", "local3", "local4", "local5", "local6", "local7",
    ];

    public static SyslogFields Read(int? priority, ReadOnlyMemory<byte> rest, LogRecord record) => Read(priority, rest, record, null);

    /// <param name="relay">The host whose header stood before this one.</param>
    private static SyslogFields Read(int? priority, ReadOnlyMemory<byte> rest, LogRecord record, string? relay)
    {
        var received = Clock.Instant(record.ReceivedAt);
        var whole = rest;
        if (priority is not null)
        {
            rest = DeviceWords.BehindModule(SkipCounters(rest), IsTime);
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

        if (time is not null && IsBehindTimeOfRfc5424(rest))
        {
            return SyslogFields.BehindTime(priority, time, rest);
        }

        var isPriorityRead = priority is not null;
        priority ??= PriorityWord(ref rest);
        if (isPriorityRead)
        {
            PriorityWord(ref rest);
        }

        rest = SkipColon(rest);
        var accessPoint = time is null ? null : DeviceWords.AccessPoint(ref rest);
        host ??= accessPoint;
        if (accessPoint is null && TagOf(rest.Span) is { } first)
        {
            if (host is null && BehindName(rest) is { } mark)
            {
                return new(priority, SeverityOf(priority, mark), time, first.App, TagOf(mark.Span)?.App ?? "NetScreen", null, mark);
            }

            return new(priority, SeverityOf(priority, rest), time, host, first.App, first.Process, rest);
        }

        if (time is null)
        {
            return new(priority, priority % 8, null, null, null, null, rest);
        }

        var behind = Forwarded(rest);
        host ??= TakeHost(ref behind);
        behind = SkipColon(behind);
        if (relay is null && host is not null && IsTime(behind) && Origin(priority, behind, record, host) is { } origin)
        {
            return origin;
        }

        var (topic, worst) = DeviceWords.Take(ref behind, host, text => TagOf(text.Span) is not null);
        var tag = topic is null ? TagOf(behind.Span) ?? SpacedTagOf(behind.Span) : (topic, null);
        if (priority is null && tag is null && EventHead.BeginOf(behind.Span) is not (>= 0 and < MaxTagBytes))
        {
            return new(null, null, time, null, null, null, record.Message); // a line of text that begins with its time
        }

        tag ??= IsEpoch(whole) ? TopicOf(behind) : null;
        return new(priority, SeverityOf(priority, behind) ?? worst, time, host, tag?.App, tag?.Process, behind);

        bool IsTime(ReadOnlyMemory<byte> text) => HeaderTime.Take(ref text, received) is not null;
    }

    /// <summary>A relay has put a header of its own before the one that came: this says whose message it is.</summary>
    private static SyslogFields? Origin(int? priority, ReadOnlyMemory<byte> text, LogRecord record, string relay)
    {
        var inner = Read(priority, text, record, relay);
        var isDate = !char.IsAsciiDigit((char)text.Span[0]); // programs begin their texts with times too, mostly in ISO form
        return inner is { Host: { } host } && JsonFields.SeverityOf(host) is null && (isDate || inner.App is not null) ? inner : null;
    }

    /// <summary>Cisco Meraki's: <c>1563249630.774 appliance events type=…</c>.</summary>
    private static (string App, string? Process)? TopicOf(ReadOnlyMemory<byte> text)
    {
        var word = SyslogFields.Word(ref text);
        return word.Length > 0 && !word.AsSpan().ContainsAnyExcept(TopicLetters) ? (word, null) : null;
    }

    private static bool IsEpoch(ReadOnlyMemory<byte> text) => SyslogFields.Word(ref text) is [>= '0' and <= '9', ..] word
        && word.IndexOf('.', StringComparison.Ordinal) == 10;

    /// <summary>
    /// What stands behind a time in RFC 5424, without its version: <c>host app 12 - -</c>, or <c>host app - ID [a b="c"]</c>.
    /// </summary>
    private static bool IsBehindTimeOfRfc5424(ReadOnlyMemory<byte> rest)
    {
        var (host, app, process, id) = (
            SyslogFields.Word(ref rest), SyslogFields.Word(ref rest), SyslogFields.Word(ref rest), SyslogFields.Word(ref rest));
        return host.Length > 0 && app.Length > 0 && id.Length > 0 && app[^1] is not (':' or ']')
            && (process == "-" || (process.Length > 0 && !process.AsSpan().ContainsAnyExceptInRange('0', '9')))
            && (rest.Span is [(byte)'-'] or [(byte)'-', (byte)' ', ..] || StructuredData.Take(ref rest) is { Count: > 0 });
    }

    /// <summary>
    /// Cisco's devices can end their name with a colon, and Juniper's too: <c>name: %SYS-5-CONFIG_I: </c>, <c>name: NetScreen </c>.
    /// </summary>
    private static ReadOnlyMemory<byte>? BehindName(ReadOnlyMemory<byte> rest)
    {
        var end = rest.Span[..Math.Min(rest.Length, MaxTagBytes)].IndexOf(": "u8);
        var behind = end > 0 && rest.Span[0] != '%' && !rest.Span[..end].ContainsAny(" ["u8) ? rest[(end + 2)..] : default;
        return behind.Span is [(byte)'%', ..] && CiscoSeverity(behind.Span) is not null ? behind
            : behind.Span.StartsWith("NetScreen "u8) ? behind
            : default(ReadOnlyMemory<byte>?);
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
        rest = host.EndsWith(':') ? SkipCounters(rest) : rest;
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
        if (host is ['[', .. var inner, ']'] && System.Net.IPAddress.TryParse(inner, out _))
        {
            host = inner; // Zscaler's
        }

        if (!IsHost(host))
        {
            return null;
        }

        rest = behind;
        return SyslogFields.Known(host.Length > 1 && !host.EndsWith("::", StringComparison.Ordinal) ? host.TrimEnd(':') : host);
    }

    private static bool IsHost(string word) => !word.AsSpan().ContainsAny(NotInHosts) && !word.StartsWith('[');

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

    /// <summary><c>app : text</c>, <c>app -: text</c>, or Synology's <c>app Event: text</c>.</summary>
    private static (string App, string? Process)? SpacedTagOf(ReadOnlySpan<byte> text)
    {
        var end = text[..Math.Min(MaxTagBytes, text.Length)].IndexOf((byte)' ');
        return end > 0 && (text[end..].StartsWith(" : "u8) || text[end..].StartsWith(" -: "u8) || text[end..].StartsWith(" Event: "u8))
            && IsHost(Encoding.UTF8.GetString(text[..end]))
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
