using System.Text.Json;

namespace Analyzer.Service.Features.Metrics;

/// <summary>Label values are the names of enums, so that there are no more of them than somebody wrote down: <c>RestH1</c> is <c>rest-h1</c>.</summary>
internal static class LabelName
{
    public static string Of<TEnum>(TEnum value)
        where TEnum : struct, Enum => JsonNamingPolicy.KebabCaseLower.ConvertName(Enum.GetName(value)!);

    /// <summary>One element for each value of the enum, at the index that is its number.</summary>
    public static T[] ForEach<TEnum, T>(Func<string, T> element)
        where TEnum : struct, Enum => [.. Enum.GetValues<TEnum>().Select(value => element(Of(value)))];
}
