using System.Globalization;
using System.Text.RegularExpressions;
using Journal.Features.Replay;
using Journal.Log.Writing;

namespace Journal.Features.Search;

/// <summary>
/// Places in the log as a person writes them: a sequence, a time, or words such as <c>last tuesday</c>, <c>yesterday 14:00</c> and <c>2
/// hours ago</c>. All times are UTC.
/// </summary>
internal static partial class TimeText
{
    /// <exception cref="ArgumentException">The text is none of these.</exception>
    public static ReplayLimit Parse(string text, DateTimeOffset now)
    {
        var words = text.Trim().ToLowerInvariant();
        return Instant(words, now.ToUniversalTime()) is { } time ? new(null, Clock.Microseconds(time)) : ReplayLimit.Parse(text.Trim());
    }

    private static DateTimeOffset? Instant(string words, DateTimeOffset now)
    {
        if (words == "now")
        {
            return now;
        }

        if (Ago().Match(words) is { Success: true } ago && int.TryParse(
            ago.Groups["count"].Value, NumberStyles.None, CultureInfo.InvariantCulture, out var count) && count < 1_000_000)
        {
            return Back(now, count, ago.Groups["unit"].Value);
        }

        var clock = ClockTime().Match(words);
        var hours = TimeSpan.Zero;
        if (clock.Success)
        {
            if (!TimeSpan.TryParse(clock.Value, CultureInfo.InvariantCulture, out hours) || hours >= TimeSpan.FromDays(1))
            {
                return null;
            }

            words = words[..clock.Index].TrimEnd();
            words = words.EndsWith(" at", StringComparison.Ordinal) ? words[..^3].TrimEnd() : words;
        }

        return Day(words, new(now.Date, TimeSpan.Zero), clock.Success) is { } day ? day + hours : null;
    }

    private static DateTimeOffset? Day(string words, DateTimeOffset today, bool hasTime) => words switch
    {
        "" when hasTime => today,
        "today" => today,
        "yesterday" => today.AddDays(-1),
        "tomorrow" => today.AddDays(1),
        "last week" => today.AddDays(-7),
        "last month" => today.AddMonths(-1),
        "last year" => today.AddYears(-1),
        _ => Weekday(words.StartsWith("last ", StringComparison.Ordinal) ? words[5..].Trim() : words, today),
    };

    /// <summary>The last such day before today.</summary>
    private static DateTimeOffset? Weekday(string name, DateTimeOffset today)
    {
        for (var back = 1; back <= 7; back++)
        {
            var day = today.AddDays(-back);
            var full = day.DayOfWeek.ToString();
            if (name.Length >= 3 && full.StartsWith(name, StringComparison.OrdinalIgnoreCase))
            {
                return day;
            }
        }

        return null;
    }

    private static DateTimeOffset? Back(DateTimeOffset now, int count, string unit) => unit switch
    {
        ['s', ..] => now.AddSeconds(-count),
        ['m', 'o', ..] => now.AddMonths(-Math.Min(count, 12_000)),
        ['m', ..] => now.AddMinutes(-count),
        ['h', ..] => now.AddHours(-count),
        ['d', ..] => now.AddDays(-Math.Min(count, 700_000)),
        ['w', ..] => now.AddDays(-7 * Math.Min(count, 100_000)),
        _ => now.AddYears(-Math.Min(count, 1900)),
    };

    [GeneratedRegex(
        @"^(?:-(?<count>\d+)\s*(?<unit>s|m|h|d|w)|"
        + @"(?<count>\d+)\s*(?<unit>s|m|h|d|w|(?:second|sec|minute|min|hour|day|week|month|year)s?)\s+ago)$",
        RegexOptions.ExplicitCapture)]
    private static partial Regex Ago();

    [GeneratedRegex(@"(?<![\d:T.+-])\d{1,2}:\d{2}(:\d{2}(\.\d{1,6})?)?$", RegexOptions.ExplicitCapture)]
    private static partial Regex ClockTime();
}
