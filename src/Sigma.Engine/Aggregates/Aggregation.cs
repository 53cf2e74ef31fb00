using System.Globalization;
using System.Text.RegularExpressions;

namespace Sigma.Engine.Aggregates;

/// <summary>What a condition of the earlier specification has behind its bar, such as <c>count(user) by host > 5</c>.</summary>
/// <param name="Type">The type of the correlation that replaces it.</param>
/// <param name="Field">The field; null for a count of events.</param>
/// <param name="GroupBy">The fields that make groups.</param>
/// <param name="Comparison">Such as <c>gt</c>.</param>
/// <param name="Number">The number to compare with.</param>
internal sealed partial record Aggregation(string Type, string? Field, IReadOnlyList<string> GroupBy, string Comparison, string Number)
{
    private static readonly Dictionary<string, string> Comparisons =
        new() { [">"] = "gt", [">="] = "gte", ["<"] = "lt", ["<="] = "lte", ["="] = "eq", ["=="] = "eq", ["!="] = "neq" };

    /// <returns>The aggregation, or why it has no correlation.</returns>
    public static (Aggregation? Aggregation, string? Problem) Parse(string text)
    {
        if (Near().IsMatch(text))
        {
            return (null, "near has no count to convert. Write two rules, and a correlation of the type temporal.");
        }

        var match = Form().Match(text);
        if (!match.Success)
        {
            return (null, $"{text.Trim()} is no aggregation such as count(field) by group > 5.");
        }

        var field = match.Groups["field"].Value.Trim();
        var type = match.Groups["function"].Value.ToLowerInvariant() switch
        {
            "count" => field.Length == 0 ? "event_count" : "value_count",
            "sum" => "value_sum",
            "avg" => "value_avg",
            _ => null,
        };
        return type is null ? (null, $"{match.Groups["function"]} has no correlation. There are count, sum and avg.")
            : field.Length == 0 && type != "event_count" ? (null, $"{match.Groups["function"]} needs a field.")
            : (new(
                type,
                field.Length == 0 ? null : field,
                [.. match.Groups["group"].Value.Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)],
                Comparisons[match.Groups["comparison"].Value],
                match.Groups["number"].Value), null);
    }

    /// <returns>A timespan of the specification for one of the earlier one, whose months have 30 days; null when it is none.</returns>
    public static string? Timespan(string timeframe) => TimeframeForm().Match(timeframe) is not { Success: true } match ? null
        : match.Groups[2].Value == "M"
            ? string.Create(CultureInfo.InvariantCulture, $"{int.Parse(match.Groups[1].ValueSpan, CultureInfo.InvariantCulture) * 30}d")
            : timeframe.Trim();

    [GeneratedRegex(@"\A\s*(?<function>\w+)\s*\(\s*(?<field>[^)]*)\)\s*(?:by\s+(?<group>[^<>=!]+?)\s*)?(?<comparison>>=|<=|==|!=|>|<|=)\s*"
        + @"(?<number>[0-9]+(?:\.[0-9]+)?)\s*\z", RegexOptions.IgnoreCase)]
    private static partial Regex Form();

    [GeneratedRegex(@"\A\s*near\b", RegexOptions.IgnoreCase)]
    private static partial Regex Near();

    [GeneratedRegex(@"\A\s*([0-9]{1,5})([smhdM])\s*\z")]
    private static partial Regex TimeframeForm();
}
