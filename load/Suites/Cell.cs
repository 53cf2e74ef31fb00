using Load.Reports;
using Load.Scenarios;
using Load.Server;

namespace Load.Suites;

/// <summary>One row of the table before it is measured: what is done, how, with what, by how many at once.</summary>
/// <param name="Transport">A name of <c>TransportCatalog</c>.</param>
/// <param name="Operation">What the requests do.</param>
/// <param name="Size">Bytes of the files; null for a person's own.</param>
/// <param name="Load">How requests come.</param>
/// <param name="Settings">Of the service.</param>
internal sealed record Cell(string Transport, Operation Operation, long? Size, LoadShape Load, ServiceSettings Settings)
{
    /// <summary>The names that <c>--only</c> knows, each with this cell's value.</summary>
    public IReadOnlyDictionary<string, string> Dimensions => new Dictionary<string, string>(Settings.Dimensions)
    {
        ["transport"] = Transport,
        ["file"] = Operation.Name,
        ["size"] = SizeName(Size),
        [Load.Dimension.Name] = Load.Dimension.Value,
    };

    /// <summary>Subject and transport of the row that this one cannot be faster than, in the same suite; null when none is measured.</summary>
    public string? Ceiling { get; init; }

    /// <summary>What is compared: cells that differ in the transport only share it.</summary>
    public string Subject => string.Join(' ', (string[])
    [
        Operation.Name,
        SizeName(Size),
        Load is LoadShape.Closed closed ? $"x{closed.Callers}" : $"{Load.Dimension.Value}/s",
        .. Settings.Dimensions.Select(dimension => $"{dimension.Key}={dimension.Value}"),
    ]);

    public string Name => $"{Transport} {Subject}";

    private static string SizeName(long? size) => size is { } bytes ? Units.Bytes(bytes) : "own";
}
