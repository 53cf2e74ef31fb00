using System.Globalization;

namespace Analyzer.Service.Tests.Edges;

/// <summary>What a client asks of the listing.</summary>
internal sealed record Listing
{
    public string? Verdict { get; init; }

    public string? Type { get; init; }

    public int? MinScore { get; init; }

    public int? MaxScore { get; init; }

    public DateTimeOffset? From { get; init; }

    public DateTimeOffset? To { get; init; }

    public string? Sha256 { get; init; }

    public int? Limit { get; init; }

    public string? After { get; init; }

    public string ToQueryString() => string.Join('&', new (string Name, object? Value)[]
    {
        ("verdict", Verdict), ("type", Type), ("minScore", MinScore), ("maxScore", MaxScore), ("from", From?.ToString("o")),
        ("to", To?.ToString("o")), ("sha256", Sha256), ("limit", Limit), ("after", After),
    }.Where(argument => argument.Value is not null)
        .Select(argument => $"{argument.Name}={Uri.EscapeDataString(Convert.ToString(argument.Value, CultureInfo.InvariantCulture)!)}"));
}
