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

    /// <summary>The share of its ceiling's rate that the row has to have; null when nothing was promised.</summary>
    public double? LeastOfCeiling { get; init; }

    /// <summary>How often the lab scrapes the service's metrics meanwhile; null: never.</summary>
    public TimeSpan? ScrapeInterval { get; init; }

    /// <summary>Subject and transport of the row whose p99 this one's is set against, in the same suite; null when there is none.</summary>
    public string? Baseline { get; init; }

    /// <summary>The times its baseline's p99 that the row may have; null when nothing was promised.</summary>
    public double? MostOfBaseline { get; init; }

    /// <summary>What is compared: cells that differ in the transport only share it.</summary>
    public string Subject => SubjectBut("transport");

    /// <summary>The ThreadPool minimum that the service is told to have; null when it is left as it is.</summary>
    public int? AskedMinThreads => int.TryParse(Settings.Dimensions.GetValueOrDefault(ThreadMinimum.Dimension), out var minimum) ? minimum : null;

    public string Name => $"{Transport} {Subject}";

    /// <summary>What cells share that differ in one dimension only.</summary>
    /// <param name="dimension"><c>transport</c>, or one of the service's settings.</param>
    public string SubjectBut(string dimension) => string.Join(' ', (string[])
    [
        .. dimension == "transport" ? (string[])[] : [Transport],
        Operation.Name,
        SizeName(Size),
        Load is LoadShape.Closed closed ? $"x{closed.Callers}" : $"{Load.Dimension.Value}/s",
        .. Settings.Dimensions.Where(setting => setting.Key != dimension).Select(setting => $"{setting.Key}={setting.Value}"),
    ]);

    private static string SizeName(long? size) => size is { } bytes ? Units.Bytes(bytes) : "own";
}
