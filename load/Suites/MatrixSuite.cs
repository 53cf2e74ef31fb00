using Load.Scenarios;
using Load.Transports;

namespace Load.Suites;

/// <summary>The first system's published matrix, and HTTP/2 without gRPC as a further column.</summary>
internal static class MatrixSuite
{
    public const string Name = "matrix";

    private const long MB = 1_000_000;

    /// <summary>The first system's.</summary>
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(120);

    private static readonly long[] Sizes = [MB, 10 * MB, 100 * MB];
    private static readonly int[] Instances = [1, 50, 100, 1000];

    /// <param name="machine">What does not fit it is skipped.</param>
    public static Suite Create(MachineFit machine)
    {
        var all = (
            from size in Sizes
            from callers in Instances
            from operation in (Operation[])[Operation.Unknown, Operation.Known]
            from settings in ThreadMinimum.All
            from transport in TransportCatalog.All
            let cell = new Cell(transport, operation, size, new LoadShape.Closed(callers), settings)
            select (Cell: cell, WhyNot: machine.WhyNot(cell, Timeout))).ToArray();
        return new Suite
        {
            Name = Name,
            Description = "the first system's matrix: sizes, instances, ThreadPool minimums, known and unknown, REST, HTTP/2 and gRPC",
            Cells = [.. all.Where(one => one.WhyNot is null).Select(one => one.Cell)],
            Skipped = [.. all.Where(one => one.WhyNot is not null).Select(one => (one.Cell, one.WhyNot!))],
            Repeats = 5,
            Slot = TimeSpan.FromSeconds(2),
            Timeout = Timeout,
            CoolDown = TimeSpan.FromSeconds(12), // the service gives idle buffers back every five seconds
        };
    }
}
