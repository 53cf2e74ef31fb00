using System.Globalization;
using System.Text.RegularExpressions;

namespace Journal.Features.Search;

/// <summary>A day and a time of day as a person writes them, as a clock on the wall shows it.</summary>
internal static partial class WallTime
{
    private const int DaysAWeek = 7;
    private const int YearsBack = 8; // to the next 29 February

    private static readonly string[] Dates =
    [
        "yyyy-M-d", "yyyy/M/d", "yyyy-M", "d.M.yyyy", "d MMM yyyy", "d MMMM yyyy", "MMM d yyyy", "MMMM d yyyy", "yyyy MMM d",
    ];

    /// <returns>Null when the words are something else.</returns>
    /// <exception cref="ArgumentException">They could be two days, or the day of the week is not that of the date.</exception>
    public static DateTime? Read(string text, DateTime now)
    {
        var words = Blanks().Replace(CommaInTime().Replace(text.ToLowerInvariant(), "."), " ").Trim();
        var clock = Clock().Match(words);
        if (!clock.Success)
        {
            return Day(words, now.Date);
        }

        var day = words[..clock.Index].TrimEnd();
        day = day is [.., >= '0' and <= '9', 't' or ':'] ? day[..^1] : day.EndsWith(" at", StringComparison.Ordinal) ? day[..^3] : day;
        return TimeOf(clock) is { } time ? (day is "" or "at" ? now.Date : Day(day, now.Date)) + time : null;
    }

    public static DateTime Monday(DateTime day) => day.Date.AddDays(-(((int)day.DayOfWeek + DaysAWeek - 1) % DaysAWeek));

    private static DateTime? Day(string words, DateTime today) => words switch
    {
        "today" => today,
        "yesterday" => today.AddDays(-1),
        "the day before yesterday" or "day before yesterday" => today.AddDays(-2),
        "tomorrow" => today.AddDays(1),
        "last week" => today.AddDays(-DaysAWeek),
        "last month" => today.AddMonths(-1),
        "last year" => today.AddYears(-1),
        "this week" => Monday(today),
        "this month" => new(today.Year, today.Month, 1),
        "this year" => new(today.Year, 1, 1),
        _ => Weekday(words.StartsWith("last ", StringComparison.Ordinal) ? words[5..] : words, today) ?? Dated(words, today),
    };

    private static DateTime? Dated(string words, DateTime today)
    {
        var named = DayOfTheWeek().Match(words);
        var date = Letters().Replace(words[named.Length..], match => match.Value is "/" or "-" ? " " : "");
        var day = Numbers().Match(date) is { Success: true } numbers ? OfNumbers(numbers, words) : Date(date, today);
        return named.Success && day is { } found
            && !found.DayOfWeek.ToString().StartsWith(named.Groups["name"].Value, StringComparison.OrdinalIgnoreCase)
            ? throw new ArgumentException($"'{words}': {found:yyyy-MM-dd} is a {found.DayOfWeek}.")
            : day;
    }

    /// <summary>Day and month, or month and day: it is taken only if no other day is possible.</summary>
    private static DateTime? OfNumbers(Match numbers, string words)
    {
        DateTime? Day(string month, string day) => DateTime.TryParseExact(
            $"{numbers.Groups["year"]}-{numbers.Groups[month]}-{numbers.Groups[day]}", "yyyy-M-d", CultureInfo.InvariantCulture,
            DateTimeStyles.None, out var read) ? read : null;
        var (american, other) = (Day("first", "second"), Day("second", "first"));
        return american is null || other is null || american == other ? american ?? other
            : throw new ArgumentException($"'{words}' could be {american:yyyy-MM-dd} or {other:yyyy-MM-dd}: write it in this form.");
    }

    /// <summary>The last such day before today.</summary>
    private static DateTime? Weekday(string name, DateTime today)
    {
        for (var back = 1; back <= DaysAWeek; back++)
        {
            var day = today.AddDays(-back);
            if (name.Length >= 3 && day.DayOfWeek.ToString().StartsWith(name, StringComparison.OrdinalIgnoreCase))
            {
                return day;
            }
        }

        return null;
    }

    /// <summary>Without a year, the last such day up to today.</summary>
    private static DateTime? Date(string words, DateTime today)
    {
        for (var back = -1; back <= YearsBack; back++)
        {
            var date = back < 0 ? words : string.Create(CultureInfo.InvariantCulture, $"{words} {today.Year - back}");
            if (DateTime.TryParseExact(date, Dates, CultureInfo.InvariantCulture, DateTimeStyles.None, out var day)
                && (back < 0 || day <= today))
            {
                return day;
            }
        }

        return null;
    }

    private static TimeSpan? TimeOf(Match clock)
    {
        const int HalfADay = 12;
        if (clock.Groups["word"] is { Success: true, Value: var word })
        {
            return word == "noon" ? TimeSpan.FromHours(HalfADay) : TimeSpan.Zero;
        }

        var hour = int.Parse(clock.Groups["h"].ValueSpan, CultureInfo.InvariantCulture);
        var half = clock.Groups["half"].Value;
        if (half.Length > 0)
        {
            hour = hour is > 0 and <= HalfADay ? (hour % HalfADay) + (half[0] == 'p' ? HalfADay : 0) : -1;
        }

        var rest = clock.Groups["rest"] is { Success: true, Value: var text } ? text : ":00";
        return hour is >= 0 and < 24
            && TimeSpan.TryParse(string.Create(CultureInfo.InvariantCulture, $"{hour}{rest}"), CultureInfo.InvariantCulture, out var time)
            ? time
            : null;
    }

    [GeneratedRegex(@"[\s,]+")]
    private static partial Regex Blanks();

    [GeneratedRegex(@"(?<=:\d\d),(?=\d)")]
    private static partial Regex CommaInTime();

    [GeneratedRegex(@"^(?<name>sun|mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?)(?:day)?\.? ", RegexOptions.ExplicitCapture)]
    private static partial Regex DayOfTheWeek();

    /// <summary>Marks around a month in letters, and letters behind a number: <c>28/nov/2026</c>, <c>28th</c>, <c>28. nov</c>.</summary>
    [GeneratedRegex(@"[/-](?=[a-z])|(?<=[a-z])[/-]|(?<=\d)(?:st|nd|rd|th)\b|(?<=[a-z])\.|\.(?= [a-z])")]
    private static partial Regex Letters();

    [GeneratedRegex(@"^(?<first>\d{1,2})[/-](?<second>\d{1,2})[/-](?<year>\d{4})$", RegexOptions.ExplicitCapture)]
    private static partial Regex Numbers();

    [GeneratedRegex(
        @"(?:^|(?<=\dt)|(?<= )|(?<=\d{4}:))(?:(?<h>\d{1,2})(?<rest>:\d{2}(?::\d{2}(?:\.\d{1,7})?)?)"
        + @"(?:(?<=\.\d{7})\d+)?(?: ?(?<half>[ap]m))?|(?<h>\d{1,2}) ?(?<half>[ap]m)|(?<word>noon|midnight))$",
        RegexOptions.ExplicitCapture)]
    private static partial Regex Clock();
}
