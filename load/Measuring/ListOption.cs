using System.CommandLine;
using System.Globalization;
using Load.Statistics;

namespace Load.Measuring;

/// <summary>An option that takes several values with commas; each value is a row of its own.</summary>
/// <param name="parse">Null for what is no value.</param>
internal sealed class ListOption<T>(string name, string description, string takes, Func<string, T?> parse)
    where T : class
{
    private const int MaxValues = 50;

    public Option<string?> Option { get; } = Create(name, description, takes, parse);

    /// <returns>Null when the option was not given.</returns>
    public IReadOnlyList<T>? Values(ParseResult parsed) => parsed.GetResult(Option) is null ? null : Read(parsed.GetValue(Option), parse);

    private static Option<string?> Create(string name, string description, string takes, Func<string, T?> parse)
    {
        var option = new Option<string?>(name) { Description = $"{description}; {ListOption.Several}" };
        option.Require(text =>
            text is not null && WhyNot(Split(text), parse) is { } why ? $"{takes}; {ListOption.Several}, each once{why}" : null);
        return option;
    }

    /// <returns>Null when each is a value.</returns>
    private static string? WhyNot(string[] words, Func<string, T?> parse)
    {
        var values = words.Select(parse).ToArray();
        var wrong = Array.FindIndex(values, value => value is null);
        var again = Array.FindIndex(values, value => values.Count(one => Equals(one, value)) > 1);
        return wrong >= 0 ? $"; not '{words[wrong]}'"
            : again >= 0 ? $"; '{words[again]}' stands there again"
            : words.Length > MaxValues ? $", {MaxValues} at most" : null;
    }

    private static IReadOnlyList<T> Read(string? text, Func<string, T?> parse) => [.. Split(text).Select(parse).OfType<T>()];

    private static string[] Split(string? text) => (text ?? "").Split(',', StringSplitOptions.TrimEntries);
}

/// <summary>What all lists share.</summary>
internal static class ListOption
{
    /// <summary>Ends the description of each.</summary>
    public const string Several = "several with commas";
}

/// <summary>Values of lists, where the plain type is none that may be missing.</summary>
/// <param name="Value">At least 1.</param>
internal sealed record Number(int Value)
{
    /// <summary>An option that takes whole numbers.</summary>
    /// <param name="name">The option's.</param>
    /// <param name="description">For its help.</param>
    /// <param name="most">The largest that it takes.</param>
    /// <param name="unit">May stand behind a number.</param>
    public static ListOption<Number> Option(string name, string description, int most, string unit = "") => new(
        name, description, $"whole numbers from 1 to {Format.Count(most)}",
        text => Parse(unit.Length > 0 && text.EndsWith(unit, StringComparison.Ordinal) ? text[..^unit.Length] : text, most));

    /// <returns>Null for what is none from 1 to <paramref name="most"/>.</returns>
    public static Number? Parse(string text, int most) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var value) && value >= 1 && value <= most
            ? new Number(value) : null;
}

/// <summary>Values that are names, of which a few are known.</summary>
internal static class Words
{
    public static ListOption<string> Option(string name, string description, IReadOnlyCollection<string> known) =>
        new(name, description, $"names: {string.Join(", ", known)}", text => Known(text, known));

    /// <returns>The name as it is known, however it was written; null for none.</returns>
    public static string? Known(string text, IEnumerable<string> known) =>
        known.FirstOrDefault(name => name.Equals(text, StringComparison.OrdinalIgnoreCase));
}
