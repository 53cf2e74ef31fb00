using Load.Reports;
using Load.Scenarios;
using Load.Transports;

namespace Load.Suites;

/// <summary>The first system's published matrix, and HTTP/2 without gRPC as a further column.</summary>
internal static class MatrixSuite
{
    private const long MB = 1_000_000;

    /// <summary>What a machine of two cores moves through the loopback device within the time-out, with something to spare.</summary>
    private const long MostBytesAtOnce = 20_000 * MB;

    private static readonly long[] Sizes = [MB, 10 * MB, 100 * MB];
    private static readonly int[] Instances = [1, 50, 100, 1000];

    public static Suite Create()
    {
        var all = (
            from size in Sizes
            from callers in Instances
            from operation in (Operation[])[Operation.Unknown, Operation.Known]
            from settings in ThreadMinimum.All
            from transport in TransportCatalog.All
            select new Cell(transport, operation, size, new LoadShape.Closed(callers), settings)).ToArray();
        return new Suite
        {
            Name = "matrix",
            Description = "the first system's matrix: sizes, instances, ThreadPool minimums, known and unknown, REST, HTTP/2 and gRPC",
            Cells = [.. all.Where(Fits)],
            Skipped = [.. all.Where(cell => !Fits(cell)).Select(cell => (cell, $"{Units.Bytes(BytesAtOnce(cell))} under way at once cannot be answered within the time-out on this machine"))],
            Repeats = 3,
            Slot = TimeSpan.FromSeconds(2),
            Timeout = TimeSpan.FromSeconds(120), // the first system's
        };
    }

    private static bool Fits(Cell cell) => BytesAtOnce(cell) <= MostBytesAtOnce;

    private static long BytesAtOnce(Cell cell) => cell.Size!.Value * ((LoadShape.Closed)cell.Load).Callers;
}
