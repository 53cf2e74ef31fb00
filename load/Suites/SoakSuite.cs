using Load.Scenarios;
using Load.Server;
using Load.Transports;

namespace Load.Suites;

/// <summary>Everything at once and for long, uploads that are broken off among it: does the service come back to where it began?</summary>
internal static class SoakSuite
{
    private static readonly TimeSpan DefaultLength = TimeSpan.FromMinutes(2);
    private static readonly TimeSpan Slot = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan Rest = TimeSpan.FromSeconds(30);

    private static readonly (Operation Operation, long Size, int Callers)[] Mix =
    [
        (Operation.Unknown, 10_000, 16),
        (Operation.Aborted, 10_000_000, 16),
        (Operation.Unknown, 1_000_000, 16),
        (Operation.LookUp, 10_000, 16),
        (Operation.Known, 1_000_000, 16),
        (Operation.Unknown, 10_000_000, 4),
    ];

    /// <param name="length">Of the whole; two minutes when nothing is said.</param>
    public static Suite Create(TimeSpan? length)
    {
        Cell[] cells =
        [
            .. Mix.SelectMany(subject => TransportCatalog.Usual.Select(transport =>
                new Cell(transport, subject.Operation, subject.Size, new LoadShape.Closed(subject.Callers), ServiceSettings.Default))),
        ];
        var once = new Suite
        {
            Name = "soak",
            Description = "all of it for --minutes, broken-off uploads included; watches memory, handles and threads",
            Cells = cells,
            Repeats = 1,
            Slot = Slot,
            WarmUp = TimeSpan.Zero,
            WarmUpCallers = Mix.Max(subject => subject.Callers), // so that as many connections are open at rest before as after
            Settling = Rest,
            CoolDown = Rest,
        };
        return once with { Repeats = Math.Max(1, (int)((length ?? DefaultLength) / (cells.Aggregate(TimeSpan.Zero, (sum, cell) => sum + once.Planned(cell))))) };
    }
}
