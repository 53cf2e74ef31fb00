using System.ComponentModel;
using System.Globalization;

namespace Hosting.Settings;

/// <summary>Reads yes and no as people write them.</summary>
internal static class Flags
{
    /// <summary>Those of YAML 1.1, systemd and Go, in any case.</summary>
    private static readonly string[] Yes = ["true", "yes", "on", "1", "y", "t"], No = ["false", "no", "off", "0", "n", "f"];

    /// <exception cref="FormatException">It is neither; the message says so in a sentence.</exception>
    public static bool Parse(string text) =>
        Yes.Contains(text.Trim(), StringComparer.OrdinalIgnoreCase)
        || (No.Contains(text.Trim(), StringComparer.OrdinalIgnoreCase)
            ? false : throw new FormatException($"{text} is neither true nor false."));
}

/// <summary>Reads the values of settings.</summary>
internal sealed class FlagConverter : BooleanConverter
{
    public override object? ConvertFrom(ITypeDescriptorContext? context, CultureInfo? culture, object value) =>
        value is string text ? Flags.Parse(text) : base.ConvertFrom(context, culture, value);
}
