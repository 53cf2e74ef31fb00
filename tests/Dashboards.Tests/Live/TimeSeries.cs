using System.Globalization;
using System.Text.Json;

namespace Dashboards.Tests.Live;

/// <summary>A line of a chart: the result of a range query for one set of labels.</summary>
/// <param name="Labels">The labels that the query keeps.</param>
/// <param name="Values">Oldest first.</param>
public sealed record TimeSeries(IReadOnlyDictionary<string, string> Labels, IReadOnlyList<double> Values)
{
    /// <summary>Whether there is a point to draw.</summary>
    public bool HasData => Values.Any(double.IsFinite);

    /// <summary>
    /// <c>{"metric": {…}, "values": [[seconds, "text"], …]}</c>: https://prometheus.io/docs/prometheus/latest/querying/api/#range-vectors
    /// </summary>
    public static TimeSeries FromMatrixElement(JsonElement element) => new(
        element.GetProperty("metric").EnumerateObject().ToDictionary(label => label.Name, label => label.Value.GetString()!),
        [.. element.GetProperty("values").EnumerateArray().Select(value => ParseValue(value[1].GetString()!))]);

    private static double ParseValue(string text) => text switch
    {
        "+Inf" => double.PositiveInfinity,
        "-Inf" => double.NegativeInfinity,
        _ => double.Parse(text, CultureInfo.InvariantCulture),
    };
}
