using System.Buffers;
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
    private const int MaxNameBytes = 64;
    private const int MaxCounterBytes = 16;
    private const int MaxCounters = 2;

    private static readonly SearchValues<char> TopicLetters = SearchValues.Create("abcdefghijklmnopqrstuvwxyz0123456789_-");
    private static readonly SearchValues<char> NotInHosts = SearchValues.Create("=,;\"{}()<>|");
    private static readonly SearchValues<byte> UptimeLetters = SearchValues.Create("0123456789ywdh"u8);

    public static SyslogFields Read(int? priority, ReadOnlyMemory<byte> rest, LogRecord record) => Read(priority, rest, record, null);

    /// <param name="relay">The host whose header stood before this one.</param>
    private static SyslogFields Read(int? priority, ReadOnlyMemory<byte> rest, LogRecord record, string? relay)
    {
        var received = Clock.Instant(record.ReceivedAt);
        var whole = rest;
        var isHead = priority is not null || IsBeforeCiscoTag(rest.Span);
        if (isHead)
        {
            rest = DeviceWords.BehindModule(SkipCounters(rest), IsTime);
        }

        string? host = null;
        var dated = rest;
        var time = HeaderTime.Take(ref rest, received);
        if (time is null && isHead && HostBeforeTime(rest, received) is var (name, at, after, _))
        {
            (host, time, rest) = (name, at, after);
        }

        if (time is null && SnareHost(rest) is var (machine, columns))
        {
            return new(priority, priority % 8, null, machine, SnareTag(columns.Span)?.App, null, columns);
        }

        if (time is null && priority is null)
        {
            return HeaderTag.CiscoSeverity(rest.Span) is { } severity && HeaderTag.Of(rest.Span) is { } mark
                ? new(null, severity, null, null, mark.App, mark.Process, record.Message)
                : SyslogFields.None(record.Message); // a line of text
        }

        if (time is not null && IsBehindTimeOfRfc5424(rest))
        {
            return SyslogFields.BehindTime(priority, time, rest);
        }

        var isTimeEnded = IsEndedByColon(dated, rest);
        if (!isHead && (isTimeEnded || dated.Span is [_, _, (byte)'-', > (byte)'9', ..]))
        {
            return new(null, DeviceWords.Level(ref rest), time, null, null, null, record.Message); // a line of a program's own file
        }

        var isPriorityRead = priority is not null;
        priority ??= DeviceWords.Priority(ref rest);
        if (isPriorityRead)
        {
            DeviceWords.Priority(ref rest);
        }

        rest = SkipColon(rest);
        var told = rest; // the text with the words that no other field has
        var level = time is null || host is not null ? null : DeviceWords.Level(ref rest);
        rest = level is null ? rest : SkipColon(rest);
        var accessPoint = time is null ? null : DeviceWords.AccessPoint(ref rest);
        host ??= accessPoint;
        told = level is null && host == accessPoint ? rest : told;
        if (host is null && DeviceWords.TakeEvent(ref rest) is var (node, happening, worth))
        {
            return new(priority, priority % 8 ?? worth, time, node, happening, null, rest);
        }

        if (accessPoint is null && HeaderTag.Of(rest.Span) is { } first)
        {
            if (host is null && first.Process is null && BehindTwice(rest, first.App) is { } twice)
            {
                return new(priority, priority % 8 ?? level, time, first.App, null, null, twice);
            }

            if (host is null && level is null && BehindName(rest) is { } mark)
            {
                return new(priority, SeverityOf(priority, mark), time, first.App, HeaderTag.Of(mark.Span)?.App ?? "NetScreen", null, mark);
            }

            return new(priority, SeverityOf(priority, rest) ?? level, time, host, first.App, first.Process, rest)
            {
                Tail = TailOf(told, rest),
            };
        }

        if (time is null)
        {
            return HostBeforeTag(rest) is var (device, program, text)
                ? new(priority, priority % 8, null, device, program.App, program.Process, text)
                : new(priority, priority % 8, null, null, null, null, rest);
        }

        var behind = Forwarded(rest);
        host ??= level is null && !isTimeEnded ? TakeHost(ref behind) : null;
        behind = SkipColon(behind);
        if (host is not null && SnareHost(behind) is var (origin, row))
        {
            (host, behind) = (origin, row); // behind a relay's header
        }

        told = told.Length == rest.Length ? behind : told;
        var counted = SkipCounters(behind);
        var inner = DeviceWords.BehindModule(counted, IsTime);
        if (relay is null && host is not null && (IsTime(inner) || HostBeforeTime(behind, received) is { IsEnded: true })
            && Origin(priority, IsTime(inner) ? inner : behind, record, host, inner.Length < counted.Length) is { } own)
        {
            return own;
        }

        if (relay is null && host is not null && SyslogFields.PriorityOf(behind.Span) is var (inside, bytes)
            && Read(inside, behind[bytes..], record, host) is { App: not null } original)
        {
            return original with { Host = original.Host ?? host };
        }

        behind = HeaderTag.CiscoSeverity(counted.Span) is null ? behind : counted;
        behind = host is not null && (IsAddress(host) || IsZone(behind)) && BehindName(behind) is { Span: [(byte)'%', ..] } marked
            ? marked : behind;
        var (topic, worst) = DeviceWords.Take(ref behind, host, text => HeaderTag.Of(text.Span) is not null);
        var tag = topic is not null ? (topic, null)
            : HeaderTag.Of(behind.Span) ?? HeaderTag.OfWords(behind.Span, priority) ?? SnareTag(behind.Span);
        tag ??= IsEpoch(whole) && host.AsSpan().ContainsAnyExceptInRange('0', '9') ? TopicOf(behind) : null;
        var isNumber = host?.AsSpan().ContainsAnyExceptInRange('0', '9') == false;
        if (priority is null && (isNumber
            || (tag is null && !IsEvent(behind.Span) && !(IsRepeat(behind.Span) && host is not "---")
                && !(char.IsAsciiLetter((char)whole.Span[0]) && IsAddress(host ?? "")))))
        {
            return new(null, level ?? worst, time, null, null, null, record.Message); // a line of text that begins with its time
        }

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
    private static SyslogFields? Origin(int? priority, ReadOnlyMemory<byte> text, LogRecord record, string relay, bool isBehindModule)
    {
        var inner = Read(priority, text, record, relay);
        var isDate = !char.IsAsciiDigit((char)text.Span[0]); // programs begin their texts with times too, mostly in ISO form
        return inner is { Host: null } && (inner.App is ['%', ..] || (isBehindModule && inner.App is not null)
                || (inner.App is null && IsRepeat(inner.Text.Span))) ? inner with { Host = relay }
            : inner is { Host: { } host } && JsonFields.SeverityOf(host) is null
                && (inner.App is not null || (isDate && IsData(inner.Text.Span))) ? inner
            : null;
    }

    private static bool IsRepeat(ReadOnlySpan<byte> text) => text.StartsWith("last message repeated "u8);

    /// <summary>An event that has no tag: CEF, LEEF, JSON, or names and values.</summary>
    private static bool IsData(ReadOnlySpan<byte> text) => IsEvent(text)
        || text[..Math.Max(text.IndexOf((byte)' '), 0)].Contains((byte)'=');

    private static bool IsEvent(ReadOnlySpan<byte> text) =>
        text.TrimStart((byte)' ') is [(byte)'{', ..] || EventHead.BeginOf(text) is >= 0 and < MaxNameBytes || IsRow(text);

    /// <summary>A row as PAN-OS writes it: <c>1,2026/11/26 11:40:00,…</c>.</summary>
    private static bool IsRow(ReadOnlySpan<byte> text) =>
        text.IndexOf((byte)',') is >= 0 and < 3 and var comma && text[(comma + 1)..] is [_, _, _, _, (byte)'/', _, _, (byte)'/', ..];

    /// <summary>Cisco Meraki's: <c>1563249630.774 appliance events type=…</c>.</summary>
    private static (string App, string? Process)? TopicOf(ReadOnlyMemory<byte> text)
    {
        var word = SyslogFields.Word(ref text);
        return word.Length > 0 && !word.AsSpan().ContainsAnyExcept(TopicLetters) ? (word, null) : null;
    }

    public static bool IsEpoch(ReadOnlyMemory<byte> text) => SyslogFields.Word(ref text) is [>= '0' and <= '9', ..] word
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
            && SyslogFields.Word(ref rest).Length > 0
            && (rest.Span is [(byte)'-'] or [(byte)'-', (byte)' ', ..] ? IsNumber(process)
                : StructuredData.Take(ref rest) is { Count: > 0 } data
                    && (IsNumber(process) || data[0].Id.Contains('@', StringComparison.Ordinal)));

        static bool IsNumber(string process) => process == "-" || !process.AsSpan().ContainsAnyExceptInRange('0', '9');
    }

    /// <summary>
    /// Cisco's devices can end their name with a colon, and Juniper's too: <c>name: %SYS-5-CONFIG_I: </c>, <c>name: NetScreen </c>.
    /// </summary>
    private static ReadOnlyMemory<byte>? BehindName(ReadOnlyMemory<byte> rest)
    {
        var end = rest.Span[..Math.Min(rest.Length, MaxNameBytes)].IndexOf(": "u8);
        var behind = end > 0 && rest.Span[0] != '%' && !rest.Span[..end].ContainsAny(" ["u8) ? SkipCounters(rest[(end + 2)..]) : default;
        return behind.Span is [(byte)'%', ..] && HeaderTag.CiscoSeverity(behind.Span) is not null ? behind
            : behind.Span.StartsWith("NetScreen "u8) ? behind
            : default(ReadOnlyMemory<byte>?);
    }

    /// <summary>NetApp's audit log has the host twice: <c>node-1: node-1: </c>.</summary>
    private static ReadOnlyMemory<byte>? BehindTwice(ReadOnlyMemory<byte> text, string name)
    {
        var head = Encoding.UTF8.GetBytes($"{name}: {name}: ");
        return text.Span.StartsWith(head) ? text[head.Length..] : default(ReadOnlyMemory<byte>?);
    }

    private static bool IsZone(ReadOnlyMemory<byte> text) =>
        ZoneOffset.HoursOfLetters(SyslogFields.Word(ref text).TrimEnd(':')) is not null;

    private static int? SeverityOf(int? priority, ReadOnlyMemory<byte> tag) => priority % 8 ?? HeaderTag.CiscoSeverity(tag.Span)
        ?? (HeaderTag.CiscoPlace(tag.Span) is >= 0 and var at ? HeaderTag.CiscoSeverity(tag.Span[at..]) : null)
        ?? HeaderTag.LevelBehind(tag.Span);

    /// <summary>Without a priority, counters and a host stand before the time in lines of Cisco's only.</summary>
    private static bool IsBeforeCiscoTag(ReadOnlySpan<byte> text) =>
        HeaderTag.CiscoPlace(text) is > 0 and var at && HeaderTag.CiscoSeverity(text[at..]) is not null;

    /// <summary>A time and a colon, or Squid's bar, and no host between them: what follows is the text.</summary>
    private static bool IsEndedByColon(ReadOnlyMemory<byte> dated, ReadOnlyMemory<byte> rest) =>
        dated.Length > rest.Length
        && (dated.Span[..^rest.Length].TrimEnd((byte)' ') is [.., (byte)':' or (byte)'|']
            || rest.Span.TrimStart((byte)' ').StartsWith(": "u8));

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

    private static FoundHost? HostBeforeTime(ReadOnlyMemory<byte> rest, DateTimeOffset received)
    {
        var host = SyslogFields.Word(ref rest);
        var isEnded = host.EndsWith(':');
        rest = DeviceWords.BehindModule(SkipCounters(rest), IsTime);
        return host.Length > 1 && !host.Contains('\t', StringComparison.Ordinal) && (isEnded || IsHost(host))
            && HeaderTime.Take(ref rest, received) is { } time
            ? new(isEnded ? host[..^1] : host, time, rest, isEnded)
            : null;

        bool IsTime(ReadOnlyMemory<byte> text) => HeaderTime.Take(ref text, received) is not null;
    }

    /// <summary>
    /// A host's address or full name, and a tag, where a device writes no time: <c>web1.example.org app[7]: </c>. UniFi's devices have any
    /// name.
    /// </summary>
    private static (string Host, (string App, string? Process) Tag, ReadOnlyMemory<byte> Behind)? HostBeforeTag(ReadOnlyMemory<byte> rest)
    {
        var host = SyslogFields.Word(ref rest);
        var isNamed = DeviceWords.Hardware(ref rest) is not null;
        return (isNamed ? IsHost(host) : host.Contains('.', StringComparison.Ordinal)) && Uri.CheckHostName(host) != UriHostNameType.Unknown
            && HeaderTag.Of(rest.Span) is { } tag ? (host, tag, rest) : null;
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

    /// <summary>An address with a port is a client's: HAProxy can leave the host out.</summary>
    public static bool IsHost(string word) => !word.AsSpan().ContainsAny(NotInHosts) && !word.StartsWith('[')
        && !(word.Contains('.', StringComparison.Ordinal) && !IsAddress(word) && IPEndPoint.TryParse(word, out _));

    private static ReadOnlyMemory<byte> SkipColon(ReadOnlyMemory<byte> text)
    {
        var begin = text.Span.IndexOfAnyExcept((byte)' ');
        text = begin >= 0 && text.Span[begin..].StartsWith(": "u8) ? text[(begin + 2)..] : begin > 0 ? text[begin..] : text;
        return text.Span.StartsWith("*%"u8) ? text[1..] : text; // Cisco's, whose clock is not set
    }

    /// <summary>
    /// The first of the columns of Snare's agent for Windows; relays write <c>#011</c> or blanks for the tabs between them.
    /// </summary>
    public static (string App, string? Process)? SnareTag(ReadOnlySpan<byte> text)
    {
        const string Name = "MSWinEventLog";
        return text.StartsWith("MSWinEventLog"u8) && text[Name.Length..] is [(byte)'\t' or (byte)' ' or (byte)'#', ..]
            ? (Name, null) : null;
    }

    /// <summary>Its agent can leave the header out: <c>web1\tMSWinEventLog\t1\t...</c>.</summary>
    private static (string Host, ReadOnlyMemory<byte> Columns)? SnareHost(ReadOnlyMemory<byte> text)
    {
        var end = text.Span[..Math.Min(text.Length, byte.MaxValue)].IndexOfAny((byte)'\t', (byte)' ');
        var columns = end > 0 ? text[end..].TrimStart(" \t"u8) : default;
        return end > 0 && SnareTag(columns.Span) is not null && Encoding.UTF8.GetString(text.Span[..end]) is var host && IsHost(host)
            ? (host, columns) : null;
    }

    /// <param name="Host">Its name or address.</param>
    /// <param name="Time">What stands behind it.</param>
    /// <param name="Behind">The text behind the time.</param>
    /// <param name="IsEnded">Whether a colon ends the host's name.</param>
    private sealed record FoundHost(string Host, DateTimeOffset Time, ReadOnlyMemory<byte> Behind, bool IsEnded);
}
