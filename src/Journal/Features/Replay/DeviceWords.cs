using System.Buffers;
using System.Net;
using System.Text;

namespace Journal.Features.Replay;

/// <summary>Words that devices write between the time of a header and its tag.</summary>
internal static class DeviceWords
{
    private const int MaxVersionBytes = 16;
    private const int MaxEventBytes = 160;

    private static readonly string[] Facilities =
    [
        "kern", "user", "mail", "daemon", "auth", "syslog", "lpr", "news", "uucp", "cron", "authpriv", "ftp", "ntp", "audit", "alert",
        "clock", "local0", "local1", "local2", "local3", "local4", "local5", "local6", "local7",
    ];

    private static readonly SearchValues<byte> VersionLetters = SearchValues.Create("0123456789.#-"u8);
    private static readonly SearchValues<char> HexDigits = SearchValues.Create("0123456789abcdefABCDEF");
    private static readonly SearchValues<char> Letters = SearchValues.Create("abcdefghijklmnopqrstuvwxyz0123456789-_,");

    /// <summary>
    /// UniFi's access points and switches: <c>U7PG2,788a2056b182,v4.0.66.10832: </c>, with or without the colon, or in brackets and quotes.
    /// </summary>
    /// <param name="rest">Loses the name.</param>
    public static string? AccessPoint(ref ReadOnlyMemory<byte> rest)
    {
        var behind = rest;
        var name = SyslogFields.Word(ref behind).Trim('(', ')', '"', ':');
        var version = name.LastIndexOf(",v", StringComparison.Ordinal);
        if (version <= 0 || version + 2 >= name.Length || !char.IsAsciiDigit(name[version + 2]))
        {
            return null;
        }

        rest = behind;
        return name;
    }

    /// <summary><c>daemon.info</c>, in angle brackets or without.</summary>
    public static int? Priority(ref ReadOnlyMemory<byte> rest)
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

    /// <summary>The level that programs write behind the time of their lines: <c>INFO org.example.App: </c>.</summary>
    /// <param name="rest">Loses it.</param>
    public static int? Level(ref ReadOnlyMemory<byte> rest)
    {
        var behind = rest;
        var word = SyslogFields.Word(ref behind).TrimEnd(':');
        if (!IsLevel(word))
        {
            return null;
        }

        rest = behind;
        return JsonFields.SeverityOf(Bare(word));
    }

    /// <summary>The name of a level, in angle brackets or without, or with a process behind it; a number is none.</summary>
    public static bool IsLevel(string word) => Bare(word) is [> '9', ..] name && JsonFields.SeverityOf(name) is not null;

    private static string Bare(string word) => word is ['<', .. var name, '>'] ? name
        : word.IndexOf('[', StringComparison.Ordinal) is > 0 and var open && word[^1] == ']' ? word[..open] // Asterisk's: NOTICE[7]
        : word;

    /// <summary>What UniFi's devices write behind their name since 2021: <c>7483c04f9d75,USW_FLEX_MINI-1.8.6.694: </c>.</summary>
    /// <param name="rest">Loses it.</param>
    public static string? Hardware(ref ReadOnlyMemory<byte> rest)
    {
        const int AddressDigits = 12;
        var behind = rest;
        var word = SyslogFields.Word(ref behind);
        if (word.Length < AddressDigits + 2 || word[AddressDigits] != ',' || word[^1] != ':'
            || word.AsSpan(0, AddressDigits).ContainsAnyExcept(HexDigits))
        {
            return null;
        }

        rest = behind;
        return word;
    }

    /// <summary>
    /// The host once more, as UniFi's gateways write it, or its address, as Infoblox's do; the serial number and time of WatchGuard's
    /// firewalls (<c>D0F (2026-05-10T09:49:05) firewall: </c>), or the time alone; F5's level (<c>notice tmm[7]: </c>) or Check Point's
    /// (<c>[LOG_CRIT] reboot: </c>); MikroTik's
    /// topics (<c>system,error,critical </c>), the first of which stands for the program.
    /// </summary>
    /// <param name="rest">Loses them.</param>
    public static (string? App, int? Severity) Take(ref ReadOnlyMemory<byte> rest, string? host, Func<ReadOnlyMemory<byte>, bool> isTag)
    {
        var behind = rest;
        var word = SyslogFields.Word(ref behind);
        if (host is not null && (word == host || IPAddress.TryParse(word, out _)) && isTag(behind))
        {
            rest = behind;
            return (null, null);
        }

        var serial = behind;
        if (host is not null && IsTime(word) ? isTag(behind) : host is not null && IsTime(SyslogFields.Word(ref serial)) && isTag(serial))
        {
            rest = IsTime(word) ? behind : serial;
            return (null, null);
        }

        if (host is not null && Hardware(ref rest) is not null)
        {
            return (null, null);
        }

        var name = host is not null && word is ['[', .. var inner, ']'] ? inner : word;
        if (IsLevel(name) && isTag(behind))
        {
            rest = behind;
            return (null, JsonFields.SeverityOf(Bare(name)));
        }

        string[] topics =
            word.Contains(',', StringComparison.Ordinal) && !word.AsSpan().ContainsAnyExcept(Letters) ? word.Split(',') : [];
        if (topics.Length == 0 || !topics.All(topic => topic is [>= 'a' and <= 'z', ..])
            || topics.Select(JsonFields.SeverityOf).LastOrDefault(severity => severity is not null) is not { } worst)
        {
            return (null, null);
        }

        rest = behind;
        return (topics[0], worst);
    }

    /// <summary>NetApp's host, event and level: <c>[node-1:raid.disk.online:notice]: </c>.</summary>
    /// <param name="rest">Loses them.</param>
    public static (string Host, string Event, int? Severity)? TakeEvent(ref ReadOnlyMemory<byte> rest)
    {
        var head = rest.Span[..Math.Min(rest.Length, MaxEventBytes)];
        var end = head is [(byte)'[', ..] ? head.IndexOf("]: "u8) : 0;
        if (end <= 0 || Encoding.UTF8.GetString(head[1..end]).Split(':') is not [{ Length: > 0 } host, { Length: > 0 } name, var level]
            || !IsLevel(level) || host.Contains(' ', StringComparison.Ordinal) || name.Contains(' ', StringComparison.Ordinal))
        {
            return null;
        }

        rest = rest[(end + "]: ".Length)..];
        return (host, name, JsonFields.SeverityOf(level));
    }

    private static bool IsTime(string word) => word is ['(', _, _, _, _, '-', .., ')'];

    /// <summary>
    /// Cisco's IOS XR and others put the module before the time, <c>RP/0/RP0/CPU0:Dec 11 </c>, <c>CLC 6/0: Dec 11 </c>, and its wireless
    /// controllers the task, <c>*spamApTask1: Dec 11 </c>.
    /// </summary>
    public static ReadOnlyMemory<byte> BehindModule(ReadOnlyMemory<byte> rest, Func<ReadOnlyMemory<byte>, bool> isTime)
    {
        const int MaxBytes = 32;
        var head = rest.Span[..Math.Min(rest.Length, MaxBytes)];
        var end = head.IndexOf((byte)':');
        var name = head[..Math.Max(end, 0)].LastIndexOf((byte)' ') + 1;
        return end > 0
            && (head[0] == '*' || (head[..end].Contains((byte)'/') && (name == 0 || !char.IsAsciiLetter((char)head[name]))))
            && isTime(rest[(end + 1)..]) ? rest[(end + 1)..] : rest; // behind a blank, letters are the module, and before it a host
    }

    /// <summary>A version and a colon behind a program's name, as sysklogd writes them: <c>1.4.1#18: </c>.</summary>
    public static bool IsVersion(ReadOnlySpan<byte> text) =>
        text[..Math.Min(MaxVersionBytes, text.Length)].IndexOf(": "u8) is > 2 and var end && text[0] is >= (byte)'0' and <= (byte)'9'
            && text[..end].Contains((byte)'.') && !text[..end].ContainsAnyExcept(VersionLetters);
}
