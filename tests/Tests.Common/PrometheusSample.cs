using System.Globalization;
using System.Text.Json;

namespace Tests.Common;

/// <summary>One sample of an instant query.</summary>
/// <param name="Labels">They include <c>__name__</c> where the query keeps it.</param>
/// <param name="Value">At the time of the query.</param>
public sealed record PrometheusSample(IReadOnlyDictionary<string, string> Labels, double Value)
{
    /// <summary>
    /// <c>{"metric": {…}, "value": [seconds, "text"]}</c>: https://prometheus.io/docs/prometheus/latest/querying/api/#instant-vectors
    /// </summary>
    public static PrometheusSample FromVectorElement(JsonElement element) => new(
        element.GetProperty("metric").EnumerateObject().ToDictionary(label => label.Name, label => label.Value.GetString()!),
        ParseValue(element.GetProperty("value")[1].GetString()!));

    private static double ParseValue(string text) => text switch
    {
        "+Inf" => double.PositiveInfinity,
        "-Inf" => double.NegativeInfinity,
        _ => double.Parse(text, CultureInfo.InvariantCulture),
    };
}
