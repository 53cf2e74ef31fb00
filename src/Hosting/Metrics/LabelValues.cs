using System.Runtime.CompilerServices;
using System.Text.Json;

namespace Hosting.Metrics;

/// <summary>Label values are the names of enums, so that their number is bounded: <c>RestH1</c> is <c>rest-h1</c>.</summary>
public static class LabelValues
{
    public static string Of<TEnum>(TEnum value)
        where TEnum : struct, Enum => JsonNamingPolicy.KebabCaseLower.ConvertName(Enum.GetName(value)!);

    /// <summary>One element for each value of the enum, at the index that <see cref="IndexOf"/> tells.</summary>
    public static T[] ToArrayByEnum<TEnum, T>(Func<string, T> element)
        where TEnum : struct, Enum => [.. Enum.GetValues<TEnum>().Select(value => element(Of(value)))];

    /// <summary>The enum's number, without boxing. The enum counts from 0 and is an <see cref="int"/>, as enums are by default.</summary>
    public static int IndexOf<TEnum>(TEnum value)
        where TEnum : struct, Enum => Unsafe.BitCast<TEnum, int>(value);
}
