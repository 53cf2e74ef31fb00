using System.Buffers;
using System.Text;

namespace Journal.Features.Replay;

/// <summary>The program that RFC 3164 has before the text, in the forms that senders write, and the levels in and behind it.</summary>
internal static class HeaderTag
{
    private const int MaxBytes = 64; // RFC 3164 allows 32; programs with longer names write them
    private const int MaxWords = 3;

    private static readonly SearchValues<byte> NotInNames = SearchValues.Create(":=,;()<>\"'\t"u8);

    /// <summary>
    /// <c>app:</c>, <c>app[12]:</c> or <c>app[12]</c>. The name of a level is none: <c>Error: no such file</c>. A word without a digit in
    /// the brackets is no process: <c>app[info]</c>.
    /// </summary>
    public static (string App, string? Process)? Of(ReadOnlySpan<byte> text)
    {
        var word = text[..Math.Min(MaxBytes, text.Length)];
        var end = word.IndexOfAny((byte)'[', (byte)':', (byte)' ');
        if (end <= 0 || (word[end] == ' ' && word[0] != '%') || word[..end].ContainsAny("=\t\""u8))
        {
            return null;
        }

        var app = Encoding.UTF8.GetString(word[..end]);
        if (app.StartsWith("%%", StringComparison.Ordinal) && app.IndexOf('/', StringComparison.Ordinal) is > 4 and var slash)
        {
            return (app[4..slash], null); // Huawei's: %%01IFNET/4/IF_STATE(l)[4997]:
        }

        if (word[end] == ' ')
        {
            return CiscoSeverity(word[..(end + 1)]) is null ? null : (app, null);
        }

        if (word[end] == ':')
        {
            // A colon inside a word is an address or a path: fe80::1, C:\x.
            return (end + 1 == text.Length || text[end + 1] is (byte)' ' or (byte)'\t')
                && app is not ("CEF" or "LEEF") && !DeviceWords.IsLevel(app) ? (app, null) : null;
        }

        var close = word[end..].IndexOf((byte)']');
        var process = word[(end + 1)..(end + Math.Max(close, 1))];
        return close <= 0 || DeviceWords.IsLevel(app) ? null
            : (app, process.ContainsAnyInRange((byte)'0', (byte)'9') ? Encoding.UTF8.GetString(process) : null);
    }

    /// <summary>
    /// <c>app : text</c>, <c>app -: text</c>, <c>app [text] text</c>, Synology's <c>app Event: text</c>, a category of Cisco's ISE
    /// or Aruba's ClearPass: <c>CISE_Alarm 0000 1</c>, a version: <c>syslogd 1.4.1: restart</c>, or a name of several words:
    /// <c>Installer Progress[68]: text</c>.
    /// </summary>
    public static (string App, string? Process)? OfWords(ReadOnlySpan<byte> text, int? priority)
    {
        var end = text[..Math.Min(MaxBytes, text.Length)].IndexOf((byte)' ');
        return end <= 0 || !BsdHeader.IsHost(Encoding.UTF8.GetString(text[..end])) ? null
            : text[end..].StartsWith(" : "u8) || text[end..].StartsWith(" -: "u8) || text[end..].StartsWith(" Event: "u8)
                || (priority is not null && text[end..].StartsWith(" ["u8)) || IsCategory(text, end)
                || DeviceWords.IsVersion(text[(end + 1)..]) ? (Encoding.UTF8.GetString(text[..end]), null)
            : OfSeveral(text);
    }

    /// <summary>Two capitals, an underline, and a number behind the name.</summary>
    private static bool IsCategory(ReadOnlySpan<byte> text, int end) =>
        text[..end] is [>= (byte)'A' and <= (byte)'Z', >= (byte)'A' and <= (byte)'Z', ..] && text[..end].Contains((byte)'_')
            && text[(end + 1)..] is [>= (byte)'0' and <= (byte)'9', ..];

    /// <summary>Only the number of a process and a colon tell such a name from a text.</summary>
    private static (string App, string? Process)? OfSeveral(ReadOnlySpan<byte> text)
    {
        text = text[..Math.Min(MaxBytes, text.Length)];
        var open = text.IndexOf((byte)'[');
        var close = text.IndexOf("]: "u8);
        return open > 0 && close > open + 1 && !text[(open + 1)..close].ContainsAnyExceptInRange((byte)'0', (byte)'9')
            && text[..open].Count((byte)' ') < MaxWords && !text[..open].ContainsAny(NotInNames)
            && text[open - 1] != ' ' && text[..open].IndexOf("  "u8) < 0
            ? (Encoding.UTF8.GetString(text[..open]), Encoding.UTF8.GetString(text[(open + 1)..close]))
            : null;
    }

    /// <summary>The level in a tag such as <c>%ASA-3-710003:</c>; small switches write the first letter of its name.</summary>
    public static int? CiscoSeverity(ReadOnlySpan<byte> text)
    {
        var end = text[..Math.Min(MaxBytes, text.Length)].IndexOfAny((byte)':', (byte)' ');
        if (end < 0 || text[0] != '%')
        {
            return null;
        }

        foreach (var part in Encoding.UTF8.GetString(text[..end]).Split('-')[1..])
        {
            if (part.Length == 1 && (Math.Max("01234567".IndexOf(part[0]), " ACEWNID".IndexOf(part[0])) is >= 0 and var level))
            {
                return level;
            }
        }

        return null;
    }

    /// <returns>The place of a percent sign behind a colon; a negative number if there is none.</returns>
    public static int CiscoPlace(ReadOnlySpan<byte> text)
    {
        const int MaxHeadBytes = 96;
        var head = text[..Math.Min(text.Length, MaxHeadBytes)];
        var at = head.IndexOf(": %"u8);
        return at >= 0 ? at + ": ".Length
            : head.IndexOf(": *%"u8) is >= 0 and var marked ? marked + ": *".Length // whose clock is not set
            : at;
    }

    /// <summary>
    /// The level that macOS writes behind the process, <c>kernel[0] &lt;Debug&gt;: text</c>, agents for Windows in its place,
    /// <c>mssqlserver[error] text</c>, and switches of Aruba between bars, by C's name: <c>lldpd[7]: Event|104|LOG_INFO|</c>.
    /// </summary>
    public static int? LevelBehind(ReadOnlySpan<byte> text)
    {
        var word = Encoding.UTF8.GetString(text[..Math.Max(text[..Math.Min(MaxBytes, text.Length)].IndexOfAny((byte)' ', (byte)':'), 0)]);
        if (word is [_, .., ']'] && word.IndexOf('[', StringComparison.Ordinal) is > 0 and var open
            && DeviceWords.IsLevel(word[(open + 1)..^1]))
        {
            return JsonFields.SeverityOf(word[(open + 1)..^1]);
        }

        if (text[..Math.Min(MaxBytes, text.Length)].IndexOf("|LOG_"u8) is > 0 and var bar
            && text[(bar + 1)..].IndexOf((byte)'|') is > 0 and < MaxBytes and var size)
        {
            return JsonFields.SeverityOf(Encoding.UTF8.GetString(text.Slice(bar + 1, size)));
        }

        var begin = text[..Math.Min(MaxBytes, text.Length)].IndexOf("] <"u8) + "] <".Length;
        var length = text[Math.Min(begin, text.Length)..].IndexOf(">: "u8);
        return begin >= "] <".Length && length is > 0 and < MaxBytes
            && Encoding.UTF8.GetString(text.Slice(begin, length)) is var name && DeviceWords.IsLevel(name)
            ? JsonFields.SeverityOf(name) : null;
    }
}
