using System.ComponentModel;
using System.Globalization;
using System.Text.RegularExpressions;

namespace Hosting.Settings;

/// <summary>Reads times as people write them.</summary>
public static partial class Durations
{
    private const string Number = "[0-9]+(?:[.,][0-9]+)?";

    /// <summary>
    /// <c>30s</c>, <c>500ms</c>, <c>1h30m</c>, <c>90d</c> and <c>2w</c>, the units in words as systemd takes them (<c>90 days</c>), a
    /// duration of ISO 8601 (<c>PT30S</c>, <c>P2W</c>), or the form of .NET with seconds (<c>00:00:30</c>, <c>1.00:00:00</c>).
    /// </summary>
    /// <remarks>
    /// Refused, because their authors mean different times by them: a number without a unit (seconds, milliseconds or, in .NET, days),
    /// months and years (365 days for Prometheus, 365.25 for systemd), <c>24:00:00</c> (24 days in .NET) and <c>5:00</c> (hours or
    /// minutes).
    /// </remarks>
    /// <exception cref="FormatException">It is none of these; the message says why in a sentence.</exception>
    /// <exception cref="OverflowException">It is longer than 29,000 years.</exception>
    public static TimeSpan Parse(string text)
    {
        var trimmed = text.Trim();
        if (Iso().Match(trimmed) is { Success: true } iso)
        {
            return OfIso(iso, trimmed);
        }

        if (trimmed.Contains(':'))
        {
            return OfClock(trimmed);
        }

        return Quantity.Parts(trimmed) switch
        {
            null => throw new FormatException($"{text} is no time."),
            [(0, "")] => TimeSpan.Zero,
            var parts => Span(parts.Sum(part => part.Number * Ticks(part.Unit, trimmed)), trimmed),
        };
    }

    /// <returns>Null where <see cref="Parse"/> would refuse.</returns>
    public static TimeSpan? ParseOrNull(string text)
    {
        try
        {
            return Parse(text);
        }
        catch (Exception exception) when (exception is FormatException or OverflowException)
        {
            return null;
        }
    }

    private static decimal Ticks(string unit, string text) => (unit.Length < 3 ? unit : unit.ToLowerInvariant()) switch
    {
        "ns" or "nsec" or "nanos" or "nanosecond" or "nanoseconds" => 0.01m,
        "us" or "µs" or "μs" or "usec" or "micros" or "microsecond" or "microseconds" => TimeSpan.TicksPerMicrosecond,
        "ms" or "msec" or "millis" or "millisecond" or "milliseconds" => TimeSpan.TicksPerMillisecond,
        "s" or "sec" or "secs" or "second" or "seconds" => TimeSpan.TicksPerSecond,
        "m" or "min" or "mins" or "minute" or "minutes" => TimeSpan.TicksPerMinute,
        "h" or "hr" or "hrs" or "hour" or "hours" => TimeSpan.TicksPerHour,
        "d" or "day" or "days" => TimeSpan.TicksPerDay,
        "w" or "week" or "weeks" => 7 * TimeSpan.TicksPerDay,
        "M" or "mo" or "mon" or "month" or "months" => throw Calendar(text, "month", "30d"),
        "y" or "Y" or "yr" or "yrs" or "year" or "years" => throw Calendar(text, "year", "365d"),
        "" => throw new FormatException($"{text} has no unit."),
        _ => throw new FormatException($"{text} is no time: {unit} is no unit of it."),
    };

    private static FormatException Calendar(string text, string unit, string days) =>
        new($"{text} has no fixed length, because a {unit} has none: write days, such as {days}.");

    private static TimeSpan OfIso(Match match, string text)
    {
        if (match.Groups["calendar"].Captures is [{ Value: var calendar }, ..])
        {
            throw char.ToUpperInvariant(calendar[^1]) == 'Y' ? Calendar(text, "year", "P365D") : Calendar(text, "month", "P30D");
        }

        return Span(
            Part("weeks", 7 * TimeSpan.TicksPerDay) + Part("days", TimeSpan.TicksPerDay) + Part("hours", TimeSpan.TicksPerHour)
                + Part("minutes", TimeSpan.TicksPerMinute) + Part("seconds", TimeSpan.TicksPerSecond),
            text);

        decimal Part(string name, long ticks) => match.Groups[name] is { Success: true, Value: var number }
            ? decimal.Parse(number.Replace(',', '.'), CultureInfo.InvariantCulture) * ticks : 0;
    }

    private static TimeSpan OfClock(string text) => Clock().Match(text) switch
    {
        { Success: false } => throw new FormatException($"{text} is no time: write hours, minutes and seconds, such as 00:05:00."),
        { Groups: var groups } when int.Parse(groups["hours"].Value, CultureInfo.InvariantCulture) is > 23 and var hours =>
            throw new FormatException($"{text} has more hours than a day: write {hours}h, or {hours / 24}.{hours % 24:00}:00:00."),
        _ => TimeSpan.Parse(text, CultureInfo.InvariantCulture),
    };

    private static TimeSpan Span(decimal ticks, string text) => decimal.IsInteger(ticks)
        ? TimeSpan.FromTicks((long)ticks)
        : throw new FormatException($"{text} is finer than the 100 ns that are counted.");

    // The parts of ISO 8601-1, 5.5.2, each with a fraction; in any case, as java.time reads them.
    [GeneratedRegex(
        $"^P(?=[0-9T])(?<calendar>{Number}[YM])*(?:(?<weeks>{Number})W)?(?:(?<days>{Number})D)?"
            + $"(?:T(?=[0-9])(?:(?<hours>{Number})H)?(?:(?<minutes>{Number})M)?(?:(?<seconds>{Number})S)?)?$",
        RegexOptions.IgnoreCase | RegexOptions.CultureInvariant)]
    private static partial Regex Iso();

    [GeneratedRegex(@"^(?:[0-9]{1,7}\.)?(?<hours>[0-9]{1,2}):[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,7})?$")]
    private static partial Regex Clock();
}

/// <summary>Reads the values of settings.</summary>
internal sealed class DurationConverter : TimeSpanConverter
{
    public override object? ConvertFrom(ITypeDescriptorContext? context, CultureInfo? culture, object value) =>
        value is string text ? Durations.Parse(text) : base.ConvertFrom(context, culture, value);
}
