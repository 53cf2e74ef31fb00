using System.Globalization;

namespace Analyzer.Engines.JavaScript.Values;

/// <summary>The value that a script's name <c>undefined</c> has.</summary>
internal sealed class Undefined
{
    public static Undefined Instance { get; } = new();
}

/// <summary>Converts known values as the language does (ECMA-262, 7.1).</summary>
internal static class Coerced
{
    /// <returns>Null when it is not known.</returns>
    public static string? ToText(object? value) => value switch
    {
        string text => text,
        double number => Text(number),
        int number => number.ToString(CultureInfo.InvariantCulture),
        bool truth => truth ? "true" : "false",
        Undefined => "undefined",
        object?[] list => Joined(list, ","),
        _ => null,
    };

    /// <summary>A list as text; null when a part is not known.</summary>
    public static string? Joined(object?[] list, string separator)
    {
        var parts = new string[list.Length];
        for (var i = 0; i < parts.Length; i++)
        {
            if (list[i] is object?[] || ToText(list[i]) is not { } part)
            {
                return null;
            }

            parts[i] = list[i] is Undefined ? "" : part;
        }

        return string.Join(separator, parts);
    }

    public static double? ToNumber(object? value) => value switch
    {
        double number => number,
        int number => number,
        bool truth => truth ? 1 : 0,
        string text => Number(text),
        Undefined => double.NaN,
        _ => null,
    };

    public static bool? ToTruth(object? value) => value switch
    {
        double number => number != 0 && !double.IsNaN(number),
        int number => number != 0,
        bool truth => truth,
        string text => text.Length > 0,
        Undefined => false,
        object?[] => true,
        _ => null,
    };

    public static int ToInt32(double number) =>
        double.IsFinite(number) ? unchecked((int)(uint)(long)(Math.Truncate(number) % 4_294_967_296d)) : 0;

    /// <returns>Null when it is no whole number that an index can be.</returns>
    public static int? ToIndex(object? value) =>
        ToNumber(value) is { } number ? (int)Math.Clamp(double.IsNaN(number) ? 0 : Math.Truncate(number), int.MinValue, int.MaxValue)
            : null;

    private static string Text(double number) =>
        number == Math.Truncate(number) && Math.Abs(number) < 1e15 ? ((long)number).ToString(CultureInfo.InvariantCulture)
        : double.IsNaN(number) ? "NaN" : number.ToString("R", CultureInfo.InvariantCulture);

    private static double Number(string text)
    {
        text = text.Trim();
        return text.Length == 0 ? 0
            : text.StartsWith("0x", StringComparison.OrdinalIgnoreCase)
                ? long.TryParse(text.AsSpan(2), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var hex) ? hex
                    : double.NaN
            : double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var number) ? number : double.NaN;
    }
}
