using Load.Scenarios;
using Load.Suites;

namespace Load.Published;

/// <summary>A figure of the first system, and the load it was taken under.</summary>
internal sealed record PublishedFigure
{
    public const string DefaultMinimum = "default";

    /// <summary>Bytes of a file.</summary>
    public required long Size { get; init; }

    public required int Instances { get; init; }

    public required Operation Operation { get; init; }

    /// <summary>Of the ThreadPool, as <see cref="ThreadMinimum"/> names it.</summary>
    public string Minimum { get; init; } = DefaultMinimum;

    /// <summary>Null where the source does not say.</summary>
    public string? Transport { get; init; }

    /// <summary>Milliseconds; two ends where the source gives a range.</summary>
    public (double Low, double High)? Mean { get; init; }

    /// <summary>How many uploads timed out, of how many.</summary>
    public (int Count, int Of)? TimedOut { get; init; }

    public bool IsOf(Cell cell) => cell.Size == Size && cell.Load == new LoadShape.Closed(Instances) && cell.Operation == Operation &&
        cell.Settings.Dimensions.GetValueOrDefault(ThreadMinimum.Dimension) == Minimum && (Transport is null || cell.Transport == Transport);
}
