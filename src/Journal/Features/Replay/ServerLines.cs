using System.Globalization;
using System.Text;

namespace Journal.Features.Replay;

/// <summary>
/// What web servers write into their own files: Apache's, nginx's, gunicorn's and Celery's lines, and the time in brackets of an access log
/// (NCSA's common log format, which Apache, nginx, Squid and others write).
/// </summary>
internal static class ServerLines
{
    private const int MaxParts = 4;
    private const int MaxHeadBytes = 512;
    private const int MaxAccessTimeBytes = 36;

    private static readonly string[] AccessTimes = ["dd/MMM/yyyy:HH:mm:ss zzz", "dd/MMM/yyyy:HH:mm:ss.FFFFFFF zzz"];

    /// <param name="text">A text, with or without its time at the beginning.</param>
    /// <param name="received">Gives the year where a time has none.</param>
    /// <returns>Time, severity and process, as far as the text has them.</returns>
    public static SyslogFields Read(ReadOnlyMemory<byte> text, DateTimeOffset received)
    {
        var fields = SyslogFields.None(text);
        if (!text.Span[..Math.Min(text.Length, MaxHeadBytes)].Contains((byte)'['))
        {
            return fields;
        }

        var rest = text;
        var isTimed = HeaderTime.Take(ref rest, received) is not null;
        if (rest.Span is not [(byte)'[', ..])
        {
            return fields with { Time = TimeInBrackets(text.Span) };
        }

        for (var parts = 0; parts < MaxParts && rest.Span is [(byte)'[', ..] && rest.Span.IndexOf((byte)']') is > 0 and var end; parts++)
        {
            var part = rest[1..end];
            rest = rest[(end + 1)..];
            rest = rest[(rest.Span is [(byte)' ', ..] ? 1 : 0)..];
            fields = fields.Or(OfPart(part, rest.Span, received, isTimed));
            isTimed |= fields.Time is not null;
        }

        return fields with { Severity = fields.Severity ?? DeviceWords.Level(ref rest) };
    }

    /// <summary>
    /// <c>Mon Apr 15 15:44:09.056862 2024</c>, <c>core:error</c>, <c>pid 7:tid 8</c>, <c>7</c>, nginx's <c>[error] 7#8:</c>, or Celery's
    /// <c>2026-11-26 11:40:00,123: INFO/MainProcess</c>.
    /// </summary>
    private static SyslogFields OfPart(ReadOnlyMemory<byte> part, ReadOnlySpan<byte> behind, DateTimeOffset received, bool isTimed)
    {
        var rest = part;
        var time = HeaderTime.Take(ref rest, received);
        var word = Encoding.UTF8.GetString(rest.Span).TrimEnd(); // Elasticsearch fills levels with blanks
        if (time is not null)
        {
            return SyslogFields.None(part) with { Time = time, Severity = JsonFields.SeverityOf(word.Split('/')[0]) };
        }

        if (word.StartsWith("pid ", StringComparison.Ordinal) || (isTimed && word.Length > 0 && word.All(char.IsAsciiDigit)))
        {
            return SyslogFields.None(part) with { Process = word[(word.IndexOf(' ', StringComparison.Ordinal) + 1)..].Split(':')[0] };
        }

        var level = word[(word.LastIndexOf(':') + 1)..];
        return char.IsAsciiLetter(level.FirstOrDefault()) && JsonFields.SeverityOf(level) is { } severity
            ? SyslogFields.None(part) with { Severity = severity, Process = NumberBefore(behind, (byte)'#') }
            : SyslogFields.None(part);
    }

    private static string? NumberBefore(ReadOnlySpan<byte> text, byte mark)
    {
        var digits = text.IndexOfAnyExceptInRange((byte)'0', (byte)'9');
        return digits > 0 && text[digits] == mark ? Encoding.ASCII.GetString(text[..digits]) : null;
    }

    private static DateTimeOffset? TimeInBrackets(ReadOnlySpan<byte> text)
    {
        var head = text[..Math.Min(text.Length, MaxHeadBytes)];
        var begin = head.IndexOf((byte)'[') + 1;
        var length = head[begin..].IndexOf((byte)']');
        return begin > 0 && length is > 0 and < MaxAccessTimeBytes
            && DateTimeOffset.TryParseExact(
                Encoding.Latin1.GetString(head.Slice(begin, length)), AccessTimes, CultureInfo.InvariantCulture,
                DateTimeStyles.None, out var time) ? time : null;
    }
}
