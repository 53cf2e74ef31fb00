using System.Globalization;
using System.Text.RegularExpressions;
using Journal.Features.Replay;
using Journal.Log.Writing;

namespace Journal.Features.Search;

/// <summary>
/// Places in the log as a person writes them: a sequence, a time, or words such as <c>last tuesday</c>, <c>yesterday 14:00</c>, <c>2
/// hours ago</c>, <c>now-1d/d</c> and <c>@1795741800</c>; and the times that programs print: ISO 8601, <c>date</c>'s, git's, RFC 5322's,
/// web servers'. They are UTC, unless <c>local</c>, an offset, or a zone such as <c>CET</c> or <c>Europe/Berlin</c> follows.
/// </summary>
internal static partial class TimeText
{
    private const int MaxCount = 1_000_000;

    /// <exception cref="ArgumentException">The text is none of these, or could be two days.</exception>
    public static ReplayLimit Parse(string text, DateTimeOffset now)
    {
        text = text.Trim();
        text = text is ['[', .. var inner, ']'] ? inner : text; // as web servers write it
        if (long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var sequence))
        {
            return new(sequence, null);
        }

        var words = Basic().Replace(Remark().Replace(text, ""), "${y}-${m}-${d}t${h}:${min}:${s}");
        words = YearBeforeTime().Replace(words, "${day} ${year} ${time}${zone}");
        var zone = TakeZone(ref words);
        var here = TimeZoneInfo.ConvertTime(now, zone).DateTime;
        var epoch = text is ['@', .. var seconds] ? JsonFields.TimeOf(seconds) : null;
        return new(null, Clock.Microseconds(epoch
            ?? (words.Equals("now", StringComparison.OrdinalIgnoreCase) ? now
            : (Back(words, here) ?? WallTime.Read(words, here)) is { } wall ? Instant(wall, zone)
            : throw new ArgumentException(
                $"'{text}' is neither a sequence such as 1000 nor a time such as 2026-11-22T10:00:00Z or 'yesterday 14:00'."))));
    }

    private static TimeZoneInfo TakeZone(ref string words)
    {
        var offset = Offset().Match(words);
        var begin = offset.Success ? offset.Index : words.LastIndexOf(' ') + 1;
        var name = words[begin..].TrimStart();
        var zone = offset.Success ? At(offset.Groups["digits"] is { Length: > 0, Value: var digits } ? ZoneOffset.HoursOf(digits) : 0)
            : name.ToUpperInvariant() switch
            {
                "LOCAL" => TimeZoneInfo.Local,
                "Z" => TimeZoneInfo.Utc,
                [>= 'A' and <= 'Z', ..] when name.Contains('/', StringComparison.Ordinal)
                    && TimeZoneInfo.TryFindSystemTimeZoneById(name, out var found) => found,
                var letters => At(ZoneOffset.HoursOfLetters(letters)),
            };
        words = zone is null ? words : words[..begin].TrimEnd();
        return zone ?? TimeZoneInfo.Utc;
    }

    private static TimeZoneInfo? At(double? hours) =>
        hours is { } distance ? TimeZoneInfo.CreateCustomTimeZone("written", TimeSpan.FromHours(distance), null, null) : null;

    /// <summary>
    /// A time that a change of the clocks leaves out is as much later as they are moved; of one that comes twice, the first is meant.
    /// </summary>
    private static DateTimeOffset Instant(DateTime wall, TimeZoneInfo zone)
    {
        var offset = zone.IsAmbiguousTime(wall) ? zone.GetAmbiguousTimeOffsets(wall).Max()
            : zone.GetUtcOffset(zone.IsInvalidTime(wall) ? wall.AddHours(-3) : wall);
        return new(DateTime.SpecifyKind(wall - offset, DateTimeKind.Utc));
    }

    /// <summary>A time before now, cut to a whole unit if one follows, as Grafana (<c>/d</c>) and Splunk (<c>@d</c>) write it.</summary>
    private static DateTime? Back(string words, DateTime now)
    {
        if (Ago().Match(words) is not { Success: true } ago)
        {
            return null;
        }

        try
        {
            foreach (Match part in Parts().Matches(ago.Groups["back"].Value))
            {
                var digits = part.Groups["count"].Value;
                var count = !char.IsAsciiDigit(digits[0]) ? 1
                    : int.TryParse(digits, CultureInfo.InvariantCulture, out var read) ? read
                    : MaxCount;
                if (count >= MaxCount || Minus(now, count, UnitOf(part.Groups["unit"].Value)) is not { } earlier)
                {
                    return null;
                }

                now = earlier;
            }
        }
        catch (ArgumentOutOfRangeException)
        {
            return null; // before the calendar begins
        }

        return ago.Groups["floor"] is { Success: true, Value: var floor } ? Floor(now, UnitOf(floor)) : now;
    }

    private static DateTime? Minus(DateTime time, int count, char? unit) => unit switch
    {
        's' => time.AddSeconds(-count),
        'm' => time.AddMinutes(-count),
        'h' => time.AddHours(-count),
        'd' => time.AddDays(-count),
        'w' => time.AddDays(-7 * count),
        'M' => time.AddMonths(-count),
        'y' => time.AddYears(-count),
        _ => null,
    };

    private static DateTime? Floor(DateTime time, char? unit) => unit switch
    {
        's' => time.AddTicks(-(time.Ticks % TimeSpan.TicksPerSecond)),
        'm' => time.AddTicks(-(time.Ticks % TimeSpan.TicksPerMinute)),
        'h' => time.AddTicks(-(time.Ticks % TimeSpan.TicksPerHour)),
        'd' => time.Date,
        'w' => WallTime.Monday(time),
        'M' => new(time.Year, time.Month, 1),
        'y' => new(time.Year, 1, 1),
        _ => null,
    };

    /// <summary>A capital M alone is a month, as in Grafana.</summary>
    private static char? UnitOf(string name) => name is "M" ? 'M' : name.ToUpperInvariant() switch
    {
        "S" or "SEC" or "SECS" or "SECOND" or "SECONDS" => 's',
        "M" or "MIN" or "MINS" or "MINUTE" or "MINUTES" => 'm',
        "H" or "HR" or "HRS" or "HOUR" or "HOURS" => 'h',
        "D" or "DAY" or "DAYS" => 'd',
        "W" or "WEEK" or "WEEKS" => 'w',
        "MO" or "MON" or "MONTH" or "MONTHS" => 'M',
        "Y" or "YR" or "YEAR" or "YEARS" => 'y',
        _ => default(char?),
    };

    [GeneratedRegex(
        @"^(?:now\s*-\s*(?<back>(?:\d+\s*[a-z]+\s*)+)|-\s*(?<back>(?:\d+\s*[a-z]+\s*)+)|(?<back>(?:(?:\d+|an?|one)\s*[a-z]+\s+)+?)ago"
        + @"|(?:(?:last|past)\s+)?(?<back>(?:\d+\s*[a-z]+\s*)+)|now)"
        + @"(?:[/@](?<floor>[a-z]+))?$", RegexOptions.ExplicitCapture | RegexOptions.IgnoreCase)]
    private static partial Regex Ago();

    [GeneratedRegex(@"(?<count>\d+|an?|one)\s*(?<unit>[a-z]+)", RegexOptions.ExplicitCapture | RegexOptions.IgnoreCase)]
    private static partial Regex Parts();

    /// <summary>ISO 8601 without marks: <c>20261128t154646</c>.</summary>
    [GeneratedRegex(@"^(?<y>\d{4})(?<m>\d\d)(?<d>\d\d)t(?<h>\d\d)(?<min>\d\d)(?<s>\d\d)", RegexOptions.IgnoreCase)]
    private static partial Regex Basic();

    /// <summary>What JavaScript, Java and mail write behind a zone: <c>(Coordinated Universal Time)</c>, <c>[Europe/Berlin]</c>.</summary>
    [GeneratedRegex(@"(?<=[+-]\d\d:?\d\d|z) ?[(\[][^)\]]*[)\]]$", RegexOptions.IgnoreCase)]
    private static partial Regex Remark();

    /// <summary>C's <c>ctime</c>, <c>date</c> and git have the year behind the time of day, and a zone on either side of it.</summary>
    [GeneratedRegex(
        @"^(?<day>[a-z0-9 ,.]*[a-z0-9]) (?<time>\d{1,2}:\d\d\S*(?: [ap]m)?)(?<zone> [a-z]+)? (?<year>\d{4})(?<zone> [+-]\d{4})?$",
        RegexOptions.ExplicitCapture | RegexOptions.IgnoreCase)]
    private static partial Regex YearBeforeTime();

    /// <summary>A distance from UTC behind a time of day, which Go repeats in letters.</summary>
    [GeneratedRegex(
        @"(?<=\d:\d\d(?:[.,]\d+)?(?: ?[ap]m)?)(?: ?(?:utc|gmt)?(?<digits>[+-]\d\d(?::?\d\d)?)(?: [a-z]+)?|(?<digits>)z)$",
        RegexOptions.ExplicitCapture | RegexOptions.IgnoreCase)]
    private static partial Regex Offset();
}
