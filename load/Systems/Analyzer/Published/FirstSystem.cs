using Load.Measuring;
using Load.Systems.Analyzer.Operations;
using Load.Systems.Analyzer.Service;
using Load.Systems.Analyzer.Transports;

namespace Load.Systems.Analyzer.Published;

/// <summary>The first system's published figures: all of its tables that have come down to us.</summary>
internal static class FirstSystem
{
    public const string Source = "the first system's own tables (2 cores, 2 GB, one run); nothing else of it is public";

    /// <summary>"Raising the minimum made it 2 to 3 times slower."</summary>
    public const double MinSlowdown = 2;

    /// <inheritdoc cref="MinSlowdown"/>
    public const double MaxSlowdown = 3;

    private const long MB = 1_000_000;

    public static IReadOnlyList<PublishedFigure> Figures { get; } =
    [
        Mean(TransportCatalog.Rest, 100, Operation.Unknown, 3670, 3670),
        Mean(TransportCatalog.Grpc, 100, Operation.Unknown, 1012, 1448),
        Mean(TransportCatalog.Rest, 100, Operation.Unknown, 7156, 7156) with { Minimum = "50" },
        Mean(TransportCatalog.Grpc, 100, Operation.Unknown, 16_365, 16_365) with { Minimum = "50" },
        Mean(TransportCatalog.Rest, 1000, Operation.Unknown, 6495, 6495),
        Mean(TransportCatalog.Grpc, 1000, Operation.Unknown, 960, 960),
        Mean(TransportCatalog.Rest, 100, Operation.KnownFile, 2553, 2553),
        Mean(TransportCatalog.Grpc, 100, Operation.KnownFile, 588, 588),
        new() { Size = 100 * MB, Instances = 50, Operation = Operation.Unknown.Name, TimedOut = (27, 50) },
    ];

    private static PublishedFigure Mean(string transport, int instances, Operation operation, double low, double high) =>
        new() { Size = MB, Instances = instances, Operation = operation.Name, Transport = transport, Mean = (low, high) };
}

/// <summary>A figure of the first system, and the load it was taken under.</summary>
internal sealed record PublishedFigure
{
    public const string DefaultMinimum = "default";

    /// <summary>Bytes of a file.</summary>
    public required long Size { get; init; }

    public required int Instances { get; init; }

    /// <summary>The name of an <see cref="Operations.Operation"/>.</summary>
    public required string Operation { get; init; }

    /// <summary>The ThreadPool's, as <see cref="ThreadMinimum"/> names it.</summary>
    public string Minimum { get; init; } = DefaultMinimum;

    /// <summary>Null where the source does not say.</summary>
    public string? Transport { get; init; }

    /// <summary>Milliseconds; two ends where the source gives a range.</summary>
    public (double Low, double High)? Mean { get; init; }

    /// <summary>How many uploads timed out, of how many.</summary>
    public (int Count, int Of)? TimedOut { get; init; }

    public bool IsOf(Case measured) =>
        measured[AnalyzerDimensions.Size] == Dimension.Bytes(AnalyzerDimensions.Size, Size).Value &&
        measured.Load == new LoadShape.Closed(Instances) &&
        measured[AnalyzerDimensions.File] == Operation &&
        measured[ThreadMinimum.Dimension] == Minimum &&
        (Transport is null || measured[AnalyzerDimensions.Transport] == Transport);
}
