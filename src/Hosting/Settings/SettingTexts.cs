using System.ComponentModel;

namespace Hosting.Settings;

/// <summary>
/// How the texts of settings are read. The framework's binder asks the converter of each type, in lists and dictionaries too, so the
/// converters are registered for the process.
/// </summary>
internal static class SettingTexts
{
    static SettingTexts()
    {
        TypeDescriptor.AddAttributes(typeof(TimeSpan), new TypeConverterAttribute(typeof(DurationConverter)));
        TypeDescriptor.AddAttributes(typeof(long), new TypeConverterAttribute(typeof(Int64SizeConverter)));
        TypeDescriptor.AddAttributes(typeof(int), new TypeConverterAttribute(typeof(Int32SizeConverter)));
    }

    /// <summary>Registers them, once.</summary>
    public static void Register()
    {
        // The static constructor has done it.
    }

    /// <summary>A value as a person would write it.</summary>
    /// <param name="isSize">Whether it is a number of bytes.</param>
    public static string Write(object? value, bool isSize) => value switch
    {
        null => "",
        bool flag => flag ? "true" : "false",
        TimeSpan span => Duration(span),
        int or long when isSize => Size(((IConvertible)value).ToInt64(null)),
        IFormattable number => number.ToString(null, System.Globalization.CultureInfo.InvariantCulture),
        _ => value.ToString()!,
    };

    private static string Size(long bytes)
    {
        var unit = 0;
        for (; bytes > 0 && bytes % 1024 == 0 && unit < 4; unit++)
        {
            bytes /= 1024;
        }

        return $"{bytes}{(unit == 0 ? "" : $"{"KMGT"[unit - 1]}iB")}";
    }

    private static string Duration(TimeSpan span) =>
        span == TimeSpan.Zero ? "0s"
        : Whole(span, TimeSpan.TicksPerDay) is { } days ? $"{days}d"
        : Whole(span, TimeSpan.TicksPerHour) is { } hours ? $"{hours}h"
        : Whole(span, TimeSpan.TicksPerMinute) is { } minutes ? $"{minutes}min"
        : Whole(span, TimeSpan.TicksPerSecond) is { } seconds ? $"{seconds}s"
        : Whole(span, TimeSpan.TicksPerMillisecond) is { } milliseconds ? $"{milliseconds}ms"
        : span.ToString("c");

    private static long? Whole(TimeSpan span, long ticks) => span.Ticks % ticks == 0 ? span.Ticks / ticks : null;
}
