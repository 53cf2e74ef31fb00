using System.Buffers;
using System.Globalization;
using System.Net;
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
    private static readonly SearchValues<byte> UptimeLetters = SearchValues.Create("0123456789ywdh"u8);

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

        if (time is null && SnareHost(rest) is var (machine, columns))
        {
            return new(priority, priority % 8, null, machine, SnareTag(columns.Span)?.App, null, columns);
        }

        if (time is null && priority is null)
        {
            return CiscoSeverity(rest.Span) is { } severity && TagOf(rest.Span) is { } mark
                ? new(null, severity, null, null, mark.App, mark.Process, record.Message)
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
        var told = rest; // the text with the words that no other field has
        var level = time is null || host is not null ? null : DeviceWords.Level(ref rest);
        rest = level is null ? rest : SkipColon(rest);
        var accessPoint = time is null ? null : DeviceWords.AccessPoint(ref rest);
        host ??= accessPoint;
        told = level is null && host == accessPoint ? rest : told;
        if (accessPoint is null && TagOf(rest.Span) is { } first)
        {
            if (host is null && level is null && BehindName(rest) is { } mark)
            {
                return new(priority, SeverityOf(priority, mark), time, first.App, TagOf(mark.Span)?.App ?? "NetScreen", null, mark);
            }

            return new(priority, SeverityOf(priority, rest) ?? level, time, host, first.App, first.Process, rest)
            {
                Tail = TailOf(told, rest),
            };
        }

        if (time is null)
        {
            return new(priority, priority % 8, null, null, null, null, rest);
        }

        var behind = Forwarded(rest);
        host ??= level is null ? TakeHost(ref behind) : null;
        behind = SkipColon(behind);
        told = told.Length == rest.Length ? behind : told;
        var counted = SkipCounters(behind);
        if (relay is null && host is not null && IsTime(counted) && Origin(priority, counted, record, host) is { } origin)
        {
            return origin;
        }

        behind = CiscoSeverity(counted.Span) is null ? behind : counted;
        var (topic, worst) = DeviceWords.Take(ref behind, host, text => TagOf(text.Span) is not null);
        var tag = topic is null ? TagOf(behind.Span) ?? SpacedTagOf(behind.Span) ?? SnareTag(behind.Span) : (topic, null);
        if (priority is null && tag is null && !IsEvent(behind.Span))
        {
            return new(null, level, time, null, null, null, record.Message); // a line of text that begins with its time
        }

        tag ??= IsEpoch(whole) ? TopicOf(behind) : null;
        return new(priority, SeverityOf(priority, behind) ?? worst ?? level, time, host, tag?.App, tag?.Process, behind)
        {
            Tail = TailOf(told, behind),
        };

        bool IsTime(ReadOnlyMemory<byte> text) => HeaderTime.Take(ref text, received) is not null;
    }

    private static ReadOnlyMemory<byte>? TailOf(ReadOnlyMemory<byte> told, ReadOnlyMemory<byte> text) =>
        told.Length == text.Length ? default(ReadOnlyMemory<byte>?) : told;

    /// <summary>
    /// A relay has put a header of its own before the one that came: this says whose message it is. Cisco's devices leave that to the
    /// relay.
    /// </summary>
    private static SyslogFields? Origin(int? priority, ReadOnlyMemory<byte> text, LogRecord record, string relay)
    {
        var inner = Read(priority, text, record, relay);
        var isDate = !char.IsAsciiDigit((char)text.Span[0]); // programs begin their texts with times too, mostly in ISO form
        return inner is { Host: null, App: ['%', ..] } ? inner with { Host = relay }
            : inner is { Host: { } host } && JsonFields.SeverityOf(host) is null
                && (inner.App is not null || (isDate && IsData(inner.Text.Span))) ? inner
            : null;
    }

    /// <summary>An event that has no tag: CEF, LEEF, JSON, or names and values.</summary>
    private static bool IsData(ReadOnlySpan<byte> text) => IsEvent(text)
        || text[..Math.Max(text.IndexOf((byte)' '), 0)].Contains((byte)'=');

    private static bool IsEvent(ReadOnlySpan<byte> text) =>
        text.TrimStart((byte)' ') is [(byte)'{', ..] || EventHead.BeginOf(text) is >= 0 and < MaxTagBytes;

    /// <summary>Cisco Meraki's: <c>1563249630.774 appliance events type=…</c>.</summary>
    private static (string App, string? Process)? TopicOf(ReadOnlyMemory<byte> text)
    {
        var word = SyslogFields.Word(ref text);
        return word.Length > 0 && !word.AsSpan().ContainsAnyExcept(TopicLetters) ? (word, null) : null;
    }

    private static bool IsEpoch(ReadOnlyMemory<byte> text) => SyslogFields.Word(ref text) is [>= '0' and <= '9', ..] word
        && word.IndexOf('.', StringComparison.Ordinal) == 10;

    /// <summary>
    /// What stands behind a time in RFC 5424, without its version: <c>host app 12 - -</c>, or <c>host app - ID [a b="c"]</c>. The columns
    /// of a text, such as a duration and an address, or a logger's name and level between hyphens, are none of it.
    /// </summary>
    private static bool IsBehindTimeOfRfc5424(ReadOnlyMemory<byte> rest)
    {
        return SyslogFields.Word(ref rest) is var host && host is not ("" or "-")
            && host.AsSpan().ContainsAnyExceptInRange('0', '9') && JsonFields.SeverityOf(host) is null
            && SyslogFields.Word(ref rest) is [.., not (':' or ']')] app && !IsAddress(app)
            && SyslogFields.Word(ref rest) is [_, ..] process
            && (process == "-" || !process.AsSpan().ContainsAnyExceptInRange('0', '9'))
            && SyslogFields.Word(ref rest).Length > 0
            && (rest.Span is [(byte)'-'] or [(byte)'-', (byte)' ', ..] || StructuredData.Take(ref rest) is { Count: > 0 });
    }

    /// <summary>
    /// Cisco's devices can end their name with a colon, and Juniper's too: <c>name: %SYS-5-CONFIG_I: </c>, <c>name: NetScreen </c>.
    /// </summary>
    private static ReadOnlyMemory<byte>? BehindName(ReadOnlyMemory<byte> rest)
    {
        var end = rest.Span[..Math.Min(rest.Length, MaxTagBytes)].IndexOf(": "u8);
        var behind = end > 0 && rest.Span[0] != '%' && !rest.Span[..end].ContainsAny(" ["u8) ? SkipCounters(rest[(end + 2)..]) : default;
        return behind.Span is [(byte)'%', ..] && CiscoSeverity(behind.Span) is not null ? behind
            : behind.Span.StartsWith("NetScreen "u8) ? behind
            : default(ReadOnlyMemory<byte>?);
    }

    private static int? SeverityOf(int? priority, ReadOnlyMemory<byte> tag) => priority % 8 ?? CiscoSeverity(tag.Span);

    /// <summary>Cisco's counters of messages, and the time since the device has started where it has no clock.</summary>
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

        var uptime = text.Span[..Math.Min(text.Length, MaxCounterBytes)].IndexOf(": %"u8);
        return uptime > 0 && IsUptime(text.Span[..uptime]) ? text[(uptime + 2)..] : text;
    }

    /// <summary><c>3w2d</c>, <c>1d02h</c>, <c>00:12:34</c>.</summary>
    private static bool IsUptime(ReadOnlySpan<byte> word) => word[0] is >= (byte)'0' and <= (byte)'9'
        && (!word.ContainsAnyExcept(UptimeLetters)
            || (word is [_, _, (byte)':', _, _, (byte)':', _, _] && !word.ContainsAnyExceptInRange((byte)'0', (byte)':')));

    private static (string Host, DateTimeOffset Time, ReadOnlyMemory<byte> Behind)? HostBeforeTime(
        ReadOnlyMemory<byte> rest, DateTimeOffset received)
    {
        var host = SyslogFields.Word(ref rest);
        rest = host.EndsWith(':') ? DeviceWords.BehindModule(SkipCounters(rest), IsTime) : rest;
        return host.Length > 1 && !host.Contains('\t', StringComparison.Ordinal) && (host[^1] == ':' || IsHost(host))
            && HeaderTime.Take(ref rest, received) is { } time
            ? (host.TrimEnd(':'), time, rest)
            : null;

        bool IsTime(ReadOnlyMemory<byte> text) => HeaderTime.Take(ref text, received) is not null;
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
        if (host is ['[', .. var inner, ']'] && IsAddress(inner))
        {
            host = inner; // Zscaler's
        }

        if (host.IndexOf('\t', StringComparison.Ordinal) is > 0 and var tab)
        {
            (host, behind) = (host[..tab], rest[(rest.Span.IndexOf((byte)'\t') + 1)..]); // Snare's
        }

        if (!IsHost(host))
        {
            return null;
        }

        rest = behind;
        return SyslogFields.Known(host.Length > 1 && !host.EndsWith("::", StringComparison.Ordinal) ? host.TrimEnd(':') : host);
    }

    private static bool IsAddress(string word) => word.AsSpan().ContainsAny('.', ':') && IPAddress.TryParse(word, out _);

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
        if (end <= 0 || (word[end] == ' ' && word[0] != '%') || word[..end].ContainsAny((byte)'=', (byte)'\t'))
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

    /// <summary>
    /// <c>app : text</c>, <c>app -: text</c>, Synology's <c>app Event: text</c>, or a category of Cisco's ISE: <c>CISE_Alarm 0000 1</c>.
    /// </summary>
    private static (string App, string? Process)? SpacedTagOf(ReadOnlySpan<byte> text)
    {
        var end = text[..Math.Min(MaxTagBytes, text.Length)].IndexOf((byte)' ');
        return end > 0 && (text[end..].StartsWith(" : "u8) || text[end..].StartsWith(" -: "u8) || text[end..].StartsWith(" Event: "u8)
                || text.StartsWith("CISE_"u8))
            && IsHost(Encoding.UTF8.GetString(text[..end]))
            ? (Encoding.UTF8.GetString(text[..end]), null)
            : null;
    }

    /// <summary>The first of the columns of Snare's agent for Windows.</summary>
    private static (string App, string? Process)? SnareTag(ReadOnlySpan<byte> text) =>
        text.StartsWith("MSWinEventLog\t"u8) ? ("MSWinEventLog", null) : null;

    /// <summary>Its agent can leave the header out: <c>web1\tMSWinEventLog\t1\t...</c>.</summary>
    private static (string Host, ReadOnlyMemory<byte> Columns)? SnareHost(ReadOnlyMemory<byte> text)
    {
        var end = text.Span[..Math.Min(text.Length, byte.MaxValue)].IndexOf((byte)'\t');
        return end > 0 && SnareTag(text.Span[(end + 1)..]) is not null && Encoding.UTF8.GetString(text.Span[..end]) is var host
            && !host.Contains(' ', StringComparison.Ordinal) && IsHost(host) ? (host, text[(end + 1)..]) : null;
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
