using System.Text;

namespace Journal.Features.Replay;

/// <summary>
/// The names and values of a text that consists of them: logfmt (<c>level=info msg="a b"</c>), what firewalls of Fortinet, Sophos and
/// SonicWall write, Check Point's with bars between, others' with commas, and auditd's.
/// </summary>
internal sealed class PairFields
{
    private const int FewestPairs = 2;
    private const int MaxBytes = 8192;

    private static readonly string[] DeviceNames = ["devname", "device_name", "dvchost"];
    private static readonly string[] HostNames = [.. DeviceNames, "hostname", "host", "node", "fw"];
    private static readonly string[] AppNames = ["app_name", "appname", "product", "program", "service", "logger", "comm", "component"];
    private static readonly string[] LevelNames = ["level", "severity", "lvl", "loglevel", "pri", "priority"];
    private static readonly string[] TimeNames = ["time", "ts", "timestamp", "Timestamp", "eventtime", "t"];
    private static readonly string[] ZoneNames = ["tz", "timezone"];

    private readonly Dictionary<string, string> _values = new(StringComparer.Ordinal);

    private PairFields(IReadOnlyList<(string Name, string Value)> pairs)
    {
        Pairs = pairs;
        foreach (var (name, value) in pairs)
        {
            _values.TryAdd(name, value);
        }
    }

    public IReadOnlyList<(string Name, string Value)> Pairs { get; }

    /// <summary>Where an address is asked for, the host is the one that was asked.</summary>
    public string? Host => First(_values.ContainsKey("url") ? DeviceNames : HostNames)
        ?? (_values.ContainsKey("log_id") ? First(["device_id"]) : null); // FortiMail and FortiWeb have no name of theirs

    /// <summary>Fortinet's devices may be behind a relay whose name stands in the header.</summary>
    public bool IsHostCertain =>
        _values.ContainsKey("devname") && (_values.ContainsKey("devid") || _values.ContainsKey("device_id"));

    /// <summary>The service of a connection that a firewall saw is none of its programs.</summary>
    public string? App =>
        !IsHostCertain && !_values.ContainsKey("logid") && First(AppNames) is { } app && app.AsSpan().ContainsAnyExceptInRange('0', '9')
            ? app : null;

    public string? Process => First(["pid"]);

    public int? Severity => First(LevelNames) is not { } level ? null
        : JsonFields.SeverityOf(level) is >= 0 and <= 7 and var known ? known
        : EventHead.SeverityOf(level);

    public DateTimeOffset? Time =>
        (_values.TryGetValue("date", out var date) && _values.TryGetValue("time", out var time)
            ? At($"{date} {time}") - FromUtc
            : null)
        ?? TimeNames.Select(name => _values.TryGetValue(name, out var text) ? Instant(text) : null)
            .FirstOrDefault(instant => instant is not null);

    private TimeSpan FromUtc => TimeSpan.FromHours(First(ZoneNames) is { } zone ? ZoneOffset.HoursOf(zone) ?? 0 : 0);

    /// <returns>Null when the text is another one.</returns>
    public static PairFields? Read(ReadOnlySpan<byte> text)
    {
        text = text[..Math.Min(text.Length, MaxBytes)].TrimStart(" \t\r\n"u8);
        var pairs = new List<(string, string)>();
        var separator = SeparatorOf(text);
        while (NameOf(text) is { Length: > 0 } name)
        {
            text = text[(name.Length + 1)..];
            var value = Value(ref text, separator);
            pairs.Add((name, value));
            text = SkipToName(text, separator);
        }

        return pairs.Count >= FewestPairs ? new(pairs) : null;
    }

    private string? First(string[] names)
    {
        foreach (var name in names)
        {
            if (_values.TryGetValue(name, out var value) && value.Length > 0)
            {
                return value;
            }
        }

        return null;
    }

    /// <summary>A text that names no zone is in the device's, if it names that elsewhere.</summary>
    private DateTimeOffset? Instant(string text) => At(text) is { } time
        ? char.IsAsciiDigit(text[^1]) && text.LastIndexOfAny(['+', '-']) < "2026-01-01".Length ? time - FromUtc : time
        : JsonFields.TimeOf(text);

    private static DateTimeOffset? At(string text)
    {
        ReadOnlyMemory<byte> bytes = Encoding.UTF8.GetBytes(text);
        return HeaderTime.Take(ref bytes, DateTimeOffset.UnixEpoch);
    }

    /// <summary>What stands before the second name.</summary>
    private static byte SeparatorOf(ReadOnlySpan<byte> text)
    {
        foreach (var separator in "|\t,"u8)
        {
            if (text.IndexOf(separator) is var at and > 0 && NameOf(text[(at + 1)..]) is not null && text[..at].Count((byte)'"') % 2 == 0
                && (text[..at].IndexOf((byte)' ') is var space && (space < 0 || NameOf(text[(space + 1)..]) is null)))
            {
                return separator;
            }
        }

        return (byte)' ';
    }

    private static string? NameOf(ReadOnlySpan<byte> text)
    {
        const int Longest = 64;
        var end = text[..Math.Min(text.Length, Longest)].IndexOf((byte)'=');
        if (end <= 0)
        {
            return null;
        }

        foreach (var letter in text[..end])
        {
            if (!char.IsAsciiLetterOrDigit((char)letter) && letter is not ((byte)'_' or (byte)'.' or (byte)'-' or (byte)'@'))
            {
                return null;
            }
        }

        return Encoding.ASCII.GetString(text[..end]);
    }

    private static string Value(ref ReadOnlySpan<byte> text, byte separator)
    {
        if (text is [(byte)'"', ..])
        {
            var value = new List<byte>();
            for (var at = 1; at < text.Length; at++)
            {
                if (text[at] == '"')
                {
                    text = text[(at + 1)..];
                    return Encoding.UTF8.GetString([.. value]);
                }

                at += text[at] == '\\' && at + 1 < text.Length && text[at + 1] is (byte)'"' or (byte)'\\' ? 1 : 0;
                value.Add(text[at]);
            }
        }

        if (text is [(byte)'\'', ..] && text[1..].IndexOf((byte)'\'') is >= 0 and var length
            && (text.Length == length + 2 || text[length + 2] == separator))
        {
            var quoted = Encoding.UTF8.GetString(text.Slice(1, length));
            text = text[(length + 2)..];
            return quoted;
        }

        var end = text.IndexOf(separator);
        end = separator == ' ' && end == "2026-01-01".Length && IsDateAndTime(text) ? "2026-01-01 00:00:00".Length : end;
        var plain = Encoding.UTF8.GetString(end < 0 ? text : text[..end]);
        text = end < 0 ? default : text[end..];
        return plain;
    }

    private static bool IsDateAndTime(ReadOnlySpan<byte> text) =>
        text is [_, _, _, _, (byte)'-', _, _, (byte)'-', _, _, _, _, _, (byte)':', _, _, (byte)':', _, _]
            or [_, _, _, _, (byte)'-', _, _, (byte)'-', _, _, _, _, _, (byte)':', _, _, (byte)':', _, _, (byte)' ', ..];

    /// <summary>Words between two pairs belong to neither: auditd puts some there.</summary>
    private static ReadOnlySpan<byte> SkipToName(ReadOnlySpan<byte> text, byte separator)
    {
        while (!text.IsEmpty && NameOf(text) is null)
        {
            var next = text.IndexOf(separator);
            text = next < 0 ? default : text[(next + 1)..];
        }

        return text;
    }
}
