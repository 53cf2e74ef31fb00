using System.Globalization;
using Load.Statistics;

namespace Load.Scenarios;

/// <summary>Reads the values of a map; a value that it cannot read is a problem, and null.</summary>
internal sealed class ScenarioValues(ScenarioNode map, ScenarioProblems problems)
{
    /// <summary>The line of a key's value, or of the map.</summary>
    public int LineOf(string key) => map[key]?.Line ?? map.Line;

    public bool Has(string key) => map[key] is not null;

    public string? Text(string key)
    {
        if (map[key] is { Text: null } node)
        {
            problems.Add(node.Line, $"'{key}' takes a text");
        }

        return map[key]?.Text;
    }

    /// <summary>A number, or a time such as <c>2min</c>.</summary>
    public double? Seconds(string key, double least, double most) => Read(
        key, $"a number from {least:#,0} to {most:#,0}",
        text => Format.SecondsOf(text) is { } value && value >= least && value <= most ? value : null);

    /// <param name="key">Whose value it is.</param>
    /// <param name="least">The smallest that it takes.</param>
    /// <param name="most">The largest.</param>
    /// <param name="unit">May stand behind the number.</param>
    public double? Whole(string key, int least, int most, string unit = "") => Read(
        key, $"a whole number from {least:#,0} to {most:#,0}",
        text => int.TryParse(
            unit.Length > 0 && text.EndsWith(unit, StringComparison.Ordinal) ? text[..^unit.Length] : text,
            NumberStyles.None, CultureInfo.InvariantCulture, out var value)
            && value >= least && value <= most ? value : null);

    /// <returns>0 to 100.</returns>
    public double? Percent(string key) => Read(
        key, "percent, such as 70%",
        text => double.TryParse(
            text.TrimEnd('%', ' '), NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var value)
            && value is > 0 and <= 100 ? value : null);

    /// <returns>Seconds.</returns>
    public double? Time(string key, double most) => Read(
        key, $"a time of at most {most} s, such as 10ms",
        text => Format.TimeOf(text) is { TotalSeconds: var value } && value > 0 && value <= most ? value : null);

    private double? Read(string key, string takes, Func<string, double?> parse)
    {
        if (map[key] is not { } node)
        {
            return null;
        }

        var value = node.Text is { } text ? parse(text) : null;
        if (value is null)
        {
            problems.Add(node.Line, $"'{key}' takes {takes}, not '{node.Text ?? "a list or a map"}'");
        }

        return value;
    }
}
