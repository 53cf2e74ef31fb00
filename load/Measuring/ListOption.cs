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
        var option = new Option<string?>(name) { Description = $"{description}; several with commas" };
        option.Require(text => text is null || Read(text, parse) is not null, $"{takes}; several with commas, each once");
        return option;
    }

    private static IReadOnlyList<T>? Read(string? text, Func<string, T?> parse)
    {
        var values = (text ?? "").Split(',', StringSplitOptions.TrimEntries).Select(parse).ToArray();
        return values.Length > MaxValues || values.Any(value => value is null) || values.Distinct().Count() < values.Length
            ? null : [.. values.OfType<T>()];
    }
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
        new(name, description, $"names: {string.Join(", ", known)}", text => known.Contains(text) ? text : null);
}
