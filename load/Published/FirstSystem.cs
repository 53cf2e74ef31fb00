using Load.Scenarios;

namespace Load.Published;

/// <summary>What the first system published of itself: all figures of its tables that have come down to us.</summary>
internal static class FirstSystem
{
    public const string Source = "the first system's own tables (2 cores, 2 GB, one run), as quoted in issue 6 of this project";

    /// <summary>"Raising the minimum made it 2 to 3 times slower."</summary>
    public const double LeastSlowdown = 2;

    /// <inheritdoc cref="LeastSlowdown"/>
    public const double MostSlowdown = 3;

    private const long MB = 1_000_000;

    public static IReadOnlyList<PublishedFigure> Figures { get; } =
    [
        Mean("rest", 100, Operation.Unknown, 3670, 3670),
        Mean("grpc", 100, Operation.Unknown, 1012, 1448),
        Mean("rest", 100, Operation.Unknown, 7156, 7156) with { Minimum = "50" },
        Mean("grpc", 100, Operation.Unknown, 16_365, 16_365) with { Minimum = "50" },
        Mean("rest", 1000, Operation.Unknown, 6495, 6495),
        Mean("grpc", 1000, Operation.Unknown, 960, 960),
        Mean("rest", 100, Operation.Known, 2553, 2553),
        Mean("grpc", 100, Operation.Known, 588, 588),
        new() { Size = 100 * MB, Instances = 50, Operation = Operation.Unknown, TimedOut = (27, 50) },
    ];

    private static PublishedFigure Mean(string transport, int instances, Operation operation, double low, double high) =>
        new() { Size = MB, Instances = instances, Operation = operation, Transport = transport, Mean = (low, high) };
}
