using System.ComponentModel;
using System.Globalization;

namespace Hosting.Settings;

/// <summary>Reads numbers of bytes as people write them.</summary>
public static class Sizes
{
    private const string Powers = "KMGTPE";

    /// <summary>
    /// A whole number, or one with a unit: <c>64KiB</c>, <c>1 GiB</c> and <c>512Mi</c> (1024 each, in any case), <c>64kB</c> and
    /// <c>1.5MB</c> (1000 each, in the case of the SI), <c>5b</c>, <c>7 bytes</c>.
    /// </summary>
    /// <remarks>
    /// <c>10m</c>, <c>1G</c> and <c>512mb</c> are refused: nginx, Docker, systemd and Elasticsearch mean 1024 by them, Redis (1g) and
    /// Kubernetes (1G) 1000, and Kubernetes by 512m half a byte.
    /// </remarks>
    /// <exception cref="FormatException">It is none of these; the message says why in a sentence.</exception>
    /// <exception cref="OverflowException">It is more than 8 EiB.</exception>
    public static long Parse(string text)
    {
        if (Quantity.Parts(text) is not { } parts || parts is [(_, "")])
        {
            return Quantity.Whole(text);
        }

        if (parts is not [var (number, unit)] || Factor(number, unit, text.Trim()) is not { } factor)
        {
            throw new FormatException($"{text} is no number of bytes.");
        }

        var bytes = number * factor;
        return decimal.IsInteger(bytes) ? (long)bytes : throw new FormatException($"{text} is no whole number of bytes.");
    }

    /// <returns>The bytes of one unit; null if it is no unit of bytes.</returns>
    private static decimal? Factor(decimal number, string unit, string text)
    {
        if (unit.ToUpperInvariant() is "B" or "BYTE" or "BYTES")
        {
            return 1;
        }

        var power = Powers.IndexOf(char.ToUpperInvariant(unit[0]), StringComparison.Ordinal) + 1;
        var rest = unit[1..];
        return power == 0 ? null
            : rest.ToUpperInvariant() is "I" or "IB" ? Power(1024, power)
            : unit == Decimal(power) ? Power(1000, power)
            : rest.ToUpperInvariant() is not ("" or "B") ? null
            : throw new FormatException(string.Create(
                CultureInfo.InvariantCulture,
                $"{text} counts by 1024 for some programs and by 1000 for others: "
                    + $"write {number}{Powers[power - 1]}iB or {number}{Decimal(power)}."));
    }

    /// <summary>Such as <c>kB</c> or <c>MB</c>.</summary>
    private static string Decimal(int power) => power == 1 ? "kB" : $"{Powers[power - 1]}B";

    private static decimal Power(decimal step, int power) => power == 0 ? 1 : step * Power(step, power - 1);
}

/// <summary>Reads the values of settings.</summary>
internal sealed class Int64SizeConverter : Int64Converter
{
    public override object? ConvertFrom(ITypeDescriptorContext? context, CultureInfo? culture, object value) =>
        value is string text ? Sizes.Parse(text) : base.ConvertFrom(context, culture, value);
}

/// <summary>Reads the values of settings.</summary>
internal sealed class Int32SizeConverter : Int32Converter
{
    public override object? ConvertFrom(ITypeDescriptorContext? context, CultureInfo? culture, object value) =>
        value is string text ? checked((int)Sizes.Parse(text)) : base.ConvertFrom(context, culture, value);
}
