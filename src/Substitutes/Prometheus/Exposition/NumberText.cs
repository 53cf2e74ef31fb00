using System.Buffers;
using System.Diagnostics;
using System.Globalization;

namespace Prometheus;

/// <summary>
/// Numbers as both formats spell them: shortest text that reads back as the same double, <c>1e+45</c>, <c>+Inf</c>, <c>-Inf</c>,
/// <c>NaN</c>. OpenMetrics also wants a float to look like one: <c>1.0</c>.
/// </summary>
internal static class NumberText
{
    /// <summary>Longer than any number comes out.</summary>
    public const int MaxLength = 32;

    private static readonly SearchValues<byte> CharactersOfIntegers = SearchValues.Create("-0123456789"u8);

    /// <returns>Bytes written.</returns>
    public static int Format(double value, ExpositionFormat format, Span<byte> destination)
    {
        if (!double.IsFinite(value))
        {
            var name = double.IsNaN(value) ? "NaN"u8 : value > 0 ? "+Inf"u8 : "-Inf"u8;
            name.CopyTo(destination);
            return name.Length;
        }

        var fits = value.TryFormat(destination, out var length, "g", CultureInfo.InvariantCulture);
        Debug.Assert(fits, "A double in its shortest form has at most 24 characters.");
        if (format == ExpositionFormat.OpenMetricsText && destination[..length].IndexOfAnyExcept(CharactersOfIntegers) < 0)
        {
            ".0"u8.CopyTo(destination[length..]);
            length += 2;
        }

        return length;
    }

    public static byte[] Encode(double value, ExpositionFormat format)
    {
        Span<byte> text = stackalloc byte[MaxLength];
        return text[..Format(value, format, text)].ToArray();
    }
}
