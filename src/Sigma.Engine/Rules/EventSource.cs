namespace Sigma.Engine.Rules;

/// <summary>
/// The origin of an event. Each part is a set, because an event may be of several categories; null where it is not known.
/// </summary>
/// <param name="Products">Such as <c>windows</c>.</param>
/// <param name="Categories">Such as <c>registry_set</c> and <c>registry_event</c>; empty when it is of none.</param>
/// <param name="Services">Such as <c>sysmon</c>; empty when it is of none.</param>
public sealed record EventSource(
    IReadOnlyList<string>? Products = null, IReadOnlyList<string>? Categories = null, IReadOnlyList<string>? Services = null)
{
    public static EventSource Any { get; } = new();

    /// <summary>Whether a part is not known: rules that name this part are tried on the event.</summary>
    public bool IsGuess => Products is null || Categories is null || Services is null;

    /// <summary>Whether a rule for this source is not meant for the event. An unknown part excludes nothing.</summary>
    public bool Excludes(LogSource rule) =>
        Lacks(Products, rule.Product) || Lacks(Categories, rule.Category) || Lacks(Services, rule.Service);

    /// <summary>Whether a part that the rule names is not known.</summary>
    public bool Guesses(LogSource rule) => (Products is null && rule.Product is not null)
        || (Categories is null && rule.Category is not null) || (Services is null && rule.Service is not null);

    /// <summary>The values of both. A part that only one of them knows is as that one has it.</summary>
    public EventSource Join(EventSource other) => new(
        Join(Products, other.Products), Join(Categories, other.Categories), Join(Services, other.Services));

    public override string ToString() => string.Join('/', Text(Products), Text(Categories), Text(Services));

    private static string Text(IReadOnlyList<string>? values) => values switch
    {
        null => "*",
        [] => "-",
        _ => string.Join('|', values),
    };

    private static bool Lacks(IReadOnlyList<string>? values, string? value) =>
        values is not null && value is not null && !values.Contains(value, StringComparer.OrdinalIgnoreCase);

    private static IReadOnlyList<string>? Join(IReadOnlyList<string>? one, IReadOnlyList<string>? other) =>
        one is null ? other : other is null ? one : [.. one.Union(other, StringComparer.OrdinalIgnoreCase)];
}
