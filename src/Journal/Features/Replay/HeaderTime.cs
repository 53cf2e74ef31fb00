using System.Globalization;
using System.Text;

namespace Journal.Features.Replay;

/// <summary>The time at the beginning of a header, in the forms that senders write.</summary>
/// <remarks>
/// RFC 3339 (RFC 5424, rsyslog's default), <c>2026-11-26 11:40:00,123</c>, nginx's and Go's <c>2026/11/26 11:40:00</c> (Squid's with a
/// bar behind it), BIND's and
/// Tomcat's <c>26-Nov-2026 11:40:00.123</c>, IBM i's <c>2026-11-26-11.40.00.123456</c>, Sophos UTM's <c>2026:11:26-11:40:00</c>,
/// <c>Nov  6 11:40:00</c> (RFC 3164), the same with a day of the week before it (C's <c>ctime</c>), a year before or after the time of day,
/// with fractions, a zone or Cisco's mark (<c>*</c>, <c>.</c>) for a clock that is not set.
/// </remarks>
internal static class HeaderTime
{
    private const int MaxBytes = 96; // senders write fractions of any length
    private const int MaxLetters = 6; // of a zone: METDST
    private const int MaxZone = 9; // UTC+07:30

    private static readonly TimeSpan FastestClock = TimeSpan.FromDays(31);

    private static readonly string[] IsoFormats =
    [
        "yyyy-MM-dd'T'HH:mm:ssK", "yyyy-MM-dd'T'HH:mm:ss.FFFFFFFK", "yyyy-MM-dd'T'HH:mm:ss,FFFFFFFK",
        "yyyy-MM-dd HH:mm:ssK", "yyyy-MM-dd HH:mm:ss.FFFFFFFK", "yyyy-MM-dd HH:mm:ss,FFFFFFFK",
        "yyyy-M-d HH:mm:ss", "yyyy-M-d HH:mm:ss.FFFFFFF", "yyyy/MM/dd HH:mm:ss", "yyyy/MM/dd HH:mm:ss.FFFFFFF",
        "dd-MMM-yyyy HH:mm:ss", "dd-MMM-yyyy HH:mm:ss.FFFFFFF", "yyyy-MM-dd-HH.mm.ss.FFFFFFF",
        "yyyy:MM:dd-HH:mm:ss",
    ];

    private static readonly string[] SlashedFormats = ["MM/dd/yyyy:HH:mm:ss", "dd/MM/yyyy:HH:mm:ss", "yyyy/MM/dd:HH:mm:ss"];
    private static readonly string[] TimesOfDay = ["HH:mm:ss", "HH:mm:ss.FFFFFFF"];

    /// <param name="text">Loses the time and the space after it, if it begins with one.</param>
    /// <param name="received">Gives the year where the header has none.</param>
    /// <returns>Null if there is none. A time without a zone is taken as UTC.</returns>
    public static DateTimeOffset? Take(ref ReadOnlyMemory<byte> text, DateTimeOffset received)
    {
        // What begins neither with a digit nor with three letters is no time: most texts cost no more than this.
        var head = text.Span.TrimStart(" \t"u8);
        if (head is not [>= (byte)'0' and <= (byte)'9', ..] && head.TrimStart("*."u8) is not [_, _, _, (byte)' ' or (byte)'\t', ..])
        {
            return null;
        }

        var words = new Words(text);
        return words.Count == 0 ? null
            : !char.IsAsciiDigit(words[0][0]) ? Bsd(ref text, words, received, IsWeekday(words[0]) ? 1 : 0, null)
            : YearOf(words[0]) is { } year ? Bsd(ref text, words, received, 1, year)
            : Iso(ref text, words) ?? Slashed(ref text, words) ?? Epoch(ref text, words);
    }

    private static DateTimeOffset? Iso(ref ReadOnlyMemory<byte> text, Words words)
    {
        if (TryParse(words[0].TrimEnd(':'), IsoFormats, out var time))
        {
            text = words.After(1);
            return time;
        }

        if (words.Count > 1 && TryParse($"{words[0]} {WithOneFraction(words[1].TrimEnd(':', ',', '|'))}", IsoFormats, out time))
        {
            var next = 2;
            var zone = words[1].AsSpan().ContainsAny('+', '-', 'Z') ? null : ZoneAt(words, ref next); // cPanel's, gunicorn's
            text = words.After(next);
            return time - (zone ?? TimeSpan.Zero);
        }

        return null;
    }

    /// <summary>Huawei's devices count within a millisecond: <c>01:00:34.270.1</c>.</summary>
    private static string WithOneFraction(string time) =>
        time.IndexOf('.', StringComparison.Ordinal) is > 0 and var first && time.LastIndexOf('.') is var last && last > first
            ? time[..last] : time;

    /// <summary>Citrix NetScaler's: the month first, unless it is set to write the day first and the day says so.</summary>
    private static DateTimeOffset? Slashed(ref ReadOnlyMemory<byte> text, Words words)
    {
        if (!DateTimeOffset.TryParseExact(
            words[0], SlashedFormats, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var time)
            || !IsLikely(time.Year))
        {
            return null;
        }

        var next = 1;
        time -= ZoneAt(words, ref next) ?? TimeSpan.Zero;
        text = words.After(next);
        return time;
    }

    /// <summary>Cisco Meraki's: seconds since 1970 with a fraction.</summary>
    private static DateTimeOffset? Epoch(ref ReadOnlyMemory<byte> text, Words words)
    {
        const int Seconds = 10;
        if (words[0].IndexOf('.', StringComparison.Ordinal) != Seconds || JsonFields.TimeOf(words[0]) is not { } time)
        {
            return null;
        }

        text = words.After(1);
        return time;
    }

    private static DateTimeOffset? Bsd(ref ReadOnlyMemory<byte> text, Words words, DateTimeOffset received, int first, int? year)
    {
        if (words.Count < first + 3 || MonthOf(words[first].TrimStart('*', '.')) is var month && month == 0
            || !int.TryParse(words[first + 1], NumberStyles.None, CultureInfo.InvariantCulture, out var day))
        {
            return null;
        }

        var next = first + 2;
        if (year is null && YearOf(words[next]) is { } before)
        {
            (year, next) = (before, next + 1);
        }

        if (next >= words.Count || !TimeOnly.TryParseExact(
            Plain(words[next].TrimEnd(':'), out _), TimesOfDay, CultureInfo.InvariantCulture, DateTimeStyles.None, out var time))
        {
            return null;
        }

        next++;
        year ??= YearAt(words, ref next);
        var zone = ZoneAt(words, ref next);
        year ??= zone is null ? null : YearAt(words, ref next); // RFC 3164's own example: 05:34:00 CST 1987
        text = words.After(next);
        return At(year, month, day, time, received) - (zone ?? TimeSpan.Zero);
    }

    private static int? YearAt(Words words, ref int next)
    {
        var year = next < words.Count ? YearOf(words[next]) : null;
        next += year is null ? 0 : 1;
        return year;
    }

    /// <summary>
    /// The distance from UTC if a zone follows, and the colon after it: by digits, by RFC 3164's <c>TZ-6</c>, or by letters. Letters that
    /// could be a host's name are a zone if a colon follows; unknown and small ones, if a tag follows the colon; else they are the tag.
    /// </summary>
    private static TimeSpan? ZoneAt(Words words, ref int next)
    {
        if (next >= words.Count || words[next].TrimEnd(':') is not { Length: >= 3 and <= MaxZone } zone)
        {
            return null;
        }

        var isEnded = words[next][^1] == ':';
        var isTagged = isEnded && zone.Length <= MaxLetters && zone.All(char.IsAsciiLetter)
            && next + 1 < words.Count && (words[next + 1].TrimStart('*') is ['%', ..] || words[next + 1][^1] == ':');
        var hours = ZoneOffset.HoursOf(zone)
            ?? (isTagged ? ZoneOffset.HoursOfLetters(zone.ToUpperInvariant()) ?? 0 : isEnded ? ZoneOffset.HoursOfLetters(zone) : null);
        if (hours is null)
        {
            return null;
        }

        next++;
        next += next < words.Count && words[next] == ":" ? 1 : 0;
        return TimeSpan.FromHours(hours.Value);
    }

    /// <summary>Without a year, the last year in which the time is not after its arrival, but for a clock that is fast.</summary>
    private static DateTimeOffset? At(int? year, int month, int day, TimeOnly time, DateTimeOffset received)
    {
        const int LeapYears = 4;
        for (var candidate = year ?? received.Year + 1; candidate >= (year ?? received.Year - LeapYears); candidate--)
        {
            if (candidate is > 0 and < 9999 && day >= 1 && day <= DateTime.DaysInMonth(candidate, month)
                && new DateTimeOffset(new DateOnly(candidate, month, day), time, TimeSpan.Zero) is var at
                && (year is not null || at - received <= FastestClock))
            {
                return at;
            }
        }

        return null;
    }

    private static bool TryParse(string text, string[] formats, out DateTimeOffset time)
    {
        var isParsed = DateTimeOffset.TryParseExact(
            Plain(text, out var isLeap), formats, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out time);
        time = isParsed && isLeap ? time.AddSeconds(1) : time;
        return isParsed;
    }

    /// <summary>Without digits beyond a tick, without a zone behind Z, and with the second before a leap second.</summary>
    private static string Plain(string text, out bool isLeap)
    {
        const int Digits = 7;
        var zone = text.IndexOf("Z+00", StringComparison.Ordinal);
        text = zone > 0 && !text.AsSpan(zone).ContainsAnyExcept("Z+0:") ? text[..(zone + 1)] : text;
        text = text is [.., >= '0' and <= '9', '+' or '-', _, _] && text.Contains(':', StringComparison.Ordinal) ? $"{text}:00" : text;
        var point = text.LastIndexOfAny(['.', ',']);
        if (point >= 0)
        {
            var end = point + 1;
            while (end < text.Length && char.IsAsciiDigit(text[end]))
            {
                end++;
            }

            text = end - point - 1 > Digits ? text.Remove(point + 1 + Digits, end - point - 1 - Digits) : text;
        }

        var minute = text.LastIndexOf(":60", StringComparison.Ordinal);
        isLeap = minute > 2 && text[minute - 3] == ':' && minute + 3 <= text.Length;
        return isLeap ? string.Concat(text.AsSpan(0, minute), ":59", text.AsSpan(minute + 3)) : text;
    }

    private static bool IsWeekday(string word) => Array.IndexOf(CultureInfo.InvariantCulture.DateTimeFormat.AbbreviatedDayNames, word) >= 0;

    private static int MonthOf(string word)
    {
        var names = CultureInfo.InvariantCulture.DateTimeFormat.AbbreviatedMonthNames;
        return word.Length == 3 ? Array.FindIndex(names, name => name.Equals(word, StringComparison.OrdinalIgnoreCase)) + 1 : 0;
    }

    private static int? YearOf(string word) =>
        word.TrimEnd(':') is { Length: 4 } digits && int.TryParse(digits, NumberStyles.None, CultureInfo.InvariantCulture, out var year)
            && IsLikely(year) ? year : null;

    /// <summary>Far enough from the ends of the calendar for every zone.</summary>
    private static bool IsLikely(int year) => year is > 1969 and < 2200;

    /// <summary>The first words of a text, and where each of them ends.</summary>
    private readonly struct Words
    {
        private readonly ReadOnlyMemory<byte> _text;
        private readonly List<(string Word, int Next)> _words = [];

        public Words(ReadOnlyMemory<byte> text)
        {
            const int Most = 6;
            _text = text;
            var head = text.Span[..Math.Min(text.Length, MaxBytes)];
            for (var at = 0; at < head.Length && _words.Count < Most;)
            {
                var begin = at;
                while (begin < head.Length && head[begin] is (byte)' ' or (byte)'\t')
                {
                    begin++;
                }

                var length = head[begin..].IndexOfAny((byte)' ', (byte)'\t');
                var end = length < 0 ? head.Length : begin + length;
                if (end == begin)
                {
                    break;
                }

                at = Math.Min(end + 1, head.Length);
                _words.Add((Encoding.Latin1.GetString(head[begin..end]), at));
            }
        }

        public int Count => _words.Count;

        public string this[int index] => _words[index].Word;

        /// <summary>The text behind so many words.</summary>
        public ReadOnlyMemory<byte> After(int count) => _text[_words[count - 1].Next..];
    }
}
