using System.ComponentModel;
using System.Globalization;
using System.Text.RegularExpressions;

namespace Hosting.Settings;

/// <summary>Reads numbers of bytes as people write them.</summary>
public static partial class Sizes
{
    /// <summary>A whole number, or one with a unit: <c>64KiB</c>, <c>1 GiB</c>, <c>1.5MB</c>.</summary>
    /// <exception cref="FormatException">It is neither.</exception>
    /// <exception cref="OverflowException">It is more than 8 EiB.</exception>
    public static long Parse(string text)
    {
        if (WithUnit().Match(text) is not { Success: true } match)
        {
            return long.Parse(text, NumberStyles.Integer, CultureInfo.InvariantCulture);
        }

        var unit = match.Groups["unit"].Value;
        var power = "KMGT".IndexOf(unit[0], StringComparison.OrdinalIgnoreCase) + 1;
        decimal step = unit.Contains('i', StringComparison.OrdinalIgnoreCase) ? 1024 : 1000;
        var bytes = decimal.Parse(match.Groups["number"].ValueSpan, CultureInfo.InvariantCulture);
        for (; power > 0; power--)
        {
            bytes *= step;
        }

        return bytes == decimal.Floor(bytes) ? checked((long)bytes) : throw new FormatException($"{text} is no whole number of bytes.");
    }

    [GeneratedRegex(@"^\s*(?<number>[0-9]{1,12}(?:\.[0-9]{1,6})?)\s*(?<unit>[KMGT]i?B|B)\s*$", RegexOptions.IgnoreCase)]
    private static partial Regex WithUnit();
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
