using System.Globalization;
using System.Text;

namespace Journal.Features.Replay;

/// <summary>The time at the beginning of a header, in the forms that senders write.</summary>
/// <remarks>
/// RFC 3339 (RFC 5424, rsyslog's default), <c>2026-11-26 11:40:00,123</c>, <c>Nov  6 11:40:00</c> (RFC 3164), the same with a year before
/// or after the time of day, with fractions, a zone or Cisco's mark (<c>*</c>, <c>.</c>) for a clock that is not set.
/// </remarks>
internal static class HeaderTime
{
    private const int MaxBytes = 48;

    private static readonly string[] IsoFormats =
    [
        "yyyy-MM-dd'T'HH:mm:ssK", "yyyy-MM-dd'T'HH:mm:ss.FFFFFFFK", "yyyy-MM-dd'T'HH:mm:ss,FFFFFFFK",
        "yyyy-MM-dd HH:mm:ssK", "yyyy-MM-dd HH:mm:ss.FFFFFFFK", "yyyy-MM-dd HH:mm:ss,FFFFFFFK",
    ];

    private static readonly string[] TimesOfDay = ["HH:mm:ss", "HH:mm:ss.FFFFFFF"];

    /// <param name="text">Loses the time and the space after it, if it begins with one.</param>
    /// <param name="received">Gives the year where the header has none.</param>
    /// <returns>Null if there is none. A time without a zone is taken as UTC.</returns>
    public static DateTimeOffset? Take(ref ReadOnlyMemory<byte> text, DateTimeOffset received)
    {
        var words = new Words(text);
        return words.Count == 0 ? null
            : char.IsAsciiDigit(words[0][0]) ? Iso(ref text, words)
            : Bsd(ref text, words, received);
    }

    private static DateTimeOffset? Iso(ref ReadOnlyMemory<byte> text, Words words)
    {
        if (TryParse(words[0], IsoFormats, out var time))
        {
            text = words.After(1);
            return time;
        }

        if (words.Count > 1 && TryParse($"{words[0]} {words[1]}", IsoFormats, out time))
        {
            text = words.After(2);
            return time;
        }

        return null;
    }

    private static DateTimeOffset? Bsd(ref ReadOnlyMemory<byte> text, Words words, DateTimeOffset received)
    {
        var month = MonthOf(words[0].TrimStart('*', '.'));
        if (month == 0 || words.Count < 3 || !int.TryParse(words[1], NumberStyles.None, CultureInfo.InvariantCulture, out var day))
        {
            return null;
        }

        int? year = null;
        var next = 2;
        if (YearOf(words[next]) is { } before)
        {
            (year, next) = (before, next + 1);
        }

        if (next >= words.Count || !TimeOnly.TryParseExact(
            words[next].TrimEnd(':'), TimesOfDay, CultureInfo.InvariantCulture, DateTimeStyles.None, out var time))
        {
            return null;
        }

        next++;
        if (year is null && next < words.Count && YearOf(words[next]) is { } after)
        {
            (year, next) = (after, next + 1);
        }

        if (next < words.Count && words[next] is "UTC" or "UTC:" or "GMT" or "GMT:")
        {
            next++;
        }

        text = words.After(next);
        return At(year, month, day, time, received);
    }

    /// <summary>Without a year, the year in which the time is nearest to its arrival.</summary>
    private static DateTimeOffset? At(int? year, int month, int day, TimeOnly time, DateTimeOffset received)
    {
        var best = default(DateTimeOffset?);
        foreach (var candidate in year is { } known ? [known] : (int[])[received.Year - 1, received.Year, received.Year + 1])
        {
            if (candidate is > 0 and < 9999 && day >= 1 && day <= DateTime.DaysInMonth(candidate, month))
            {
                var at = new DateTimeOffset(new DateOnly(candidate, month, day), time, TimeSpan.Zero);
                best = best is { } other && (other - received).Duration() <= (at - received).Duration() ? best : at;
            }
        }

        return best;
    }

    private static bool TryParse(string text, string[] formats, out DateTimeOffset time) => DateTimeOffset.TryParseExact(
        text, formats, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out time);

    private static int MonthOf(string word)
    {
        var names = CultureInfo.InvariantCulture.DateTimeFormat.AbbreviatedMonthNames;
        return word.Length == 3 ? Array.FindIndex(names, name => name.Equals(word, StringComparison.OrdinalIgnoreCase)) + 1 : 0;
    }

    private static int? YearOf(string word) =>
        word.TrimEnd(':') is { Length: 4 } digits && int.TryParse(digits, NumberStyles.None, CultureInfo.InvariantCulture, out var year)
            && year is > 1969 and < 2200 ? year : null;

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
                while (begin < head.Length && head[begin] == ' ')
                {
                    begin++;
                }

                var length = head[begin..].IndexOf((byte)' ');
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
