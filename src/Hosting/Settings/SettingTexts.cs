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
        TypeDescriptor.AddAttributes(typeof(bool), new TypeConverterAttribute(typeof(FlagConverter)));
    }

    /// <summary>Registers them, once.</summary>
    public static void Register()
    {
        // The static constructor has done it.
    }

    /// <summary>Whether a text can be a value. The converters do not know if a number counts bytes, which alone have units.</summary>
    /// <param name="type">The setting's.</param>
    /// <param name="isSize">Whether it is a number of bytes.</param>
    /// <param name="text">As a person has written it.</param>
    /// <returns>Why it cannot, in a sentence; empty if there is nothing to say; null if it can.</returns>
    public static string? Problem(Type type, bool isSize, string text)
    {
        if (string.IsNullOrWhiteSpace(text) && !ListTexts.IsList(type))
        {
            return "It is empty.";
        }

        try
        {
            if (type == typeof(int) || type == typeof(long))
            {
                var number = isSize ? Sizes.Parse(text) : Quantity.Whole(text);
                return type == typeof(int) && number != (int)number ? $"{text} is too much." : null;
            }

            if (type.IsEnum)
            {
                // The converter would take numbers, and several names.
                return Enum.GetNames(type).Contains(text.Trim(), StringComparer.OrdinalIgnoreCase) ? null : "";
            }

            if (ListTexts.IsList(type))
            {
                ListTexts.Split(text);
                return null;
            }

            TypeDescriptor.GetConverter(type).ConvertFromInvariantString(text);
            return null;
        }
        catch (FormatException wrong)
        {
            return wrong.Message;
        }
        catch (OverflowException)
        {
            return $"{text} is too much.";
        }
        catch (Exception unreadable) when (unreadable is ArgumentException or NotSupportedException)
        {
            return "";
        }
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
        for (; bytes > 0 && bytes % 1024 == 0 && unit < 6; unit++)
        {
            bytes /= 1024;
        }

        return $"{bytes}{(unit == 0 ? "" : $"{"KMGTPE"[unit - 1]}iB")}";
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
