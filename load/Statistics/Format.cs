using System.Globalization;
using Hosting.Settings;

namespace Load.Statistics;

/// <summary>Sizes, times and rates as people read and type them. Sizes are decimal: 1MB is 1,000,000 bytes.</summary>
internal static class Format
{
    private static readonly (string Name, long Factor)[] Sizes = [("GB", 1_000_000_000), ("MB", 1_000_000), ("KB", 1000), ("B", 1)];

    public static string Bytes(long bytes)
    {
        var (name, factor) = Sizes.First(size => bytes >= size.Factor || size.Factor == 1);
        return string.Create(CultureInfo.InvariantCulture, $"{Math.Round((double)bytes / factor, 1)}{name}");
    }

    /// <param name="text">Such as <c>10MB</c>, <c>1.5 GB</c> or <c>4096</c>.</param>
    /// <param name="bytes">At least 0.</param>
    public static bool TryParseBytes(string text, out long bytes)
    {
        var trimmed = text.Trim();
        var (name, factor) = Sizes.FirstOrDefault(size => trimmed.EndsWith(size.Name, StringComparison.OrdinalIgnoreCase), ("", 1));
        var parsed = double.TryParse(trimmed.AsSpan(0, trimmed.Length - name.Length).TrimEnd(), NumberStyles.AllowDecimalPoint,
            CultureInfo.InvariantCulture, out var number);
        bytes = parsed ? (long)Math.Round(number * factor) : 0;
        return parsed;
    }

    /// <param name="text">Such as <c>10ms</c> or <c>1h30min</c>.</param>
    /// <returns>Null for what is no time.</returns>
    public static TimeSpan? TimeOf(string text) => Durations.ParseOrNull(text);

    /// <param name="text">A number, or a time such as <c>2min</c>.</param>
    /// <returns>Seconds; null for what is none of both.</returns>
    public static double? SecondsOf(string text) =>
        double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var seconds) ? seconds
        : TimeOf(text)?.TotalSeconds;

    /// <summary>Milliseconds, to three digits.</summary>
    public static string Milliseconds(TimeSpan? time) => time is { } t ? Digits(t.TotalMilliseconds) : "-";

    /// <summary>Formats a number with three digits, or with all digits before the point.</summary>
    public static string Digits(double? value) => value switch
    {
        null => "-",
        0 => "0",
        { } v =>
            v.ToString(Math.Abs(v) switch { < 1 => "0.000", < 10 => "0.00", < 100 => "0.0", _ => "#,0" }, CultureInfo.InvariantCulture),
    };

    /// <summary>The share of a figure that its interval may have on either side before the figure is but a guess.</summary>
    public const double MaxHalfWidth = 0.25;

    /// <summary>
    /// A figure in the digits that its interval carries, with <c>~</c> before it where the interval is wider than a quarter on either side.
    /// </summary>
    public static string Carried(Estimate? estimate)
    {
        if (estimate is not { HalfWidth: > 0 and { } half, Mean: > 0 and var mean })
        {
            return Digits(estimate?.Mean);
        }

        var digits = Math.Clamp((int)Math.Floor(Math.Log10(mean)) - (int)Math.Floor(Math.Log10(half)) + 1, 1, 3);
        var unit = Math.Pow(10, Math.Floor(Math.Log10(mean)) - digits + 1);
        var rounded = Math.Round(mean / unit) * unit;
        var decimals = Math.Clamp(-(int)Math.Round(Math.Log10(unit)), 0, 4);
        return $"{(half > MaxHalfWidth * mean ? "~" : "")}{(digits == 3 && mean >= 1000 ? Digits(mean) : Fixed(rounded, decimals))}";
    }

    /// <summary>A figure with its interval, such as <c>0.80 (0.75…0.86)</c>, in no more digits than the interval carries.</summary>
    public static string Interval(double value, double low, double high)
    {
        var decimals = Decimals(high - low);
        return $"{Shown(value, decimals)} ({Shown(low, decimals)}…{Shown(high, decimals)})";
    }

    /// <summary>An interval alone, such as <c>0.97…1.04</c>.</summary>
    public static string Interval(double low, double high) => $"{Shown(low, Decimals(high - low))}…{Shown(high, Decimals(high - low))}";

    /// <summary>Two digits of an interval's width are all that its ends can tell.</summary>
    private static int Decimals(double width) => width > 0 ? Math.Clamp(1 - (int)Math.Floor(Math.Log10(width)), 0, 4) : 3;

    /// <summary>No figure above 0 may look like 0.</summary>
    private static string Shown(double value, int decimals) => Fixed(
        value, value is > 0 and < 1 ? Math.Clamp(-(int)Math.Floor(Math.Log10(value)), decimals, Math.Max(decimals, 6)) : decimals);

    private static string Fixed(double value, int decimals) =>
        value.ToString($"#,0.{new string('0', decimals)}", CultureInfo.InvariantCulture);

    /// <summary>Formats a duration to the second up to two minutes, and to the minute above.</summary>
    public static string Duration(TimeSpan time) => time.TotalMinutes switch
    {
        < 2 => $"{time.TotalSeconds:0} s",
        < 60 => $"{time.TotalMinutes:0} min",
        _ => $"{(int)time.TotalHours} h {time.Minutes} min",
    };

    /// <summary>A number in as few signs as possible.</summary>
    public static string Axis(double value) => value.ToString(Math.Abs(value) >= 1000 ? "#,0" : "0.###", CultureInfo.InvariantCulture);

    public static string Percent(double? share) => share is { } s ? $"{Digits(100 * s)}%" : "-";

    /// <summary>A number of things, such as <c>2 repeats</c>.</summary>
    public static string Count(long count, string thing) => $"{Count(count)} {thing}{(count == 1 ? "" : "s")}";

    /// <summary>How often, such as <c>3 times</c>.</summary>
    public static string Times(int count) => count == 1 ? "once" : $"{Count(count)} times";

    public static string Count(long count) => count.ToString("#,0", CultureInfo.InvariantCulture);
}
