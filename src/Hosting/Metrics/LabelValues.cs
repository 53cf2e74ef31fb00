using System.Runtime.CompilerServices;
using System.Text.Json;

namespace Hosting.Metrics;

/// <summary>Label values from enum names, so that their number is limited: <c>RestH1</c> becomes <c>rest-h1</c>.</summary>
public static class LabelValues
{
    public static string Of<TEnum>(TEnum value)
        where TEnum : struct, Enum => JsonNamingPolicy.KebabCaseLower.ConvertName(Enum.GetName(value)!);

    /// <summary>One element for each value of the enum, at the index that <see cref="IndexOf"/> returns.</summary>
    public static T[] ToArrayByEnum<TEnum, T>(Func<string, T> element)
        where TEnum : struct, Enum => [.. Enum.GetValues<TEnum>().Select(value => element(Of(value)))];

    /// <summary>
    /// The enum's number, without boxing. The enum has to count from 0 and be an <see cref="int"/>, which is the default.
    /// </summary>
    public static int IndexOf<TEnum>(TEnum value)
        where TEnum : struct, Enum => Unsafe.BitCast<TEnum, int>(value);
}
