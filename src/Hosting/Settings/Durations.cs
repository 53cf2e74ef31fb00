using System.ComponentModel;
using System.Globalization;
using System.Text.RegularExpressions;
using System.Xml;

namespace Hosting.Settings;

/// <summary>Reads times as people write them.</summary>
public static partial class Durations
{
    private const string Example = "30s, 15min, 1h30min, 90d, PT30S or 00:00:30";
    private const string Units = "msec|ms|seconds?|sec|s|minutes?|min|m|hours?|hr|h|days?|d|weeks?|w";

    /// <summary>
    /// <c>30s</c>, <c>500ms</c>, <c>1h30min</c>, <c>90d</c> and <c>2w</c>, the units in words as systemd takes them (<c>90 days</c>), a
    /// duration of ISO 8601 (<c>PT30S</c>), or the form of .NET (<c>00:00:30</c>).
    /// </summary>
    /// <exception cref="FormatException">It is none of these. A number without a unit is refused: .NET takes it for days.</exception>
    /// <exception cref="OverflowException">It is longer than 29,000 years.</exception>
    public static TimeSpan Parse(string text)
    {
        text = text.Trim();
        if (text.StartsWith('P') || text.StartsWith("-P", StringComparison.Ordinal))
        {
            return XmlConvert.ToTimeSpan(text);
        }

        if (Worded().Match(text) is { Success: true } match)
        {
            return TimeSpan.FromMilliseconds(match.Groups["number"].Captures.Zip(match.Groups["unit"].Captures)
                .Sum(part => double.Parse(part.First.ValueSpan, CultureInfo.InvariantCulture) * Milliseconds(part.Second.Value)));
        }

        return text != "0" && text.TrimStart('-').All(char.IsAsciiDigit)
            ? throw new FormatException($"{text} has no unit: write {Example}.")
            : TimeSpan.Parse(text, CultureInfo.InvariantCulture);
    }

    private static double Milliseconds(string unit) => unit is "ms" or "msec" ? 1 : unit[0] switch
    {
        's' => TimeSpan.MillisecondsPerSecond,
        'm' => TimeSpan.MillisecondsPerMinute,
        'h' => TimeSpan.MillisecondsPerHour,
        'd' => TimeSpan.MillisecondsPerDay,
        _ => 7 * TimeSpan.MillisecondsPerDay,
    };

    [GeneratedRegex($@"^(?:(?<number>[0-9]+(?:\.[0-9]+)?|\.[0-9]+)\s*(?<unit>{Units})\s*)+$")]
    private static partial Regex Worded();
}

/// <summary>Reads the values of settings.</summary>
internal sealed class DurationConverter : TimeSpanConverter
{
    public override object? ConvertFrom(ITypeDescriptorContext? context, CultureInfo? culture, object value) =>
        value is string text ? Durations.Parse(text) : base.ConvertFrom(context, culture, value);
}
