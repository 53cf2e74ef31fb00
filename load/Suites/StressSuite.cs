using Load.Scenarios;
using Load.Server;
using Load.Transports;

namespace Load.Suites;

/// <summary>Open model, rising until it breaks: where is the knee?</summary>
internal static class StressSuite
{
    private static readonly (Operation Operation, long Size, int[] Rates)[] Ladders =
    [
        (Operation.LookUp, 10_000, [1000, 2000, 4000, 6000, 8000, 10_000, 12_000, 15_000, 18_000, 22_000, 27_000, 33_000, 40_000]),
        (Operation.Unknown, 10_000, [250, 500, 1000, 1500, 2000, 2500, 3000, 4000, 5000, 6000, 8000, 10_000]),
        (Operation.Unknown, 1_000_000, [50, 100, 150, 200, 250, 300, 400, 500, 600, 800, 1000]),
    ];

    public static Suite Create() => new()
    {
        Name = "stress",
        Description = "open model, rising until it breaks; states the knee",
        Cells =
        [
            .. from ladder in Ladders
               from rate in ladder.Rates
               from transport in TransportCatalog.Usual
               select new Cell(transport, ladder.Operation, ladder.Size, new LoadShape.Open(rate), ServiceSettings.Default),
        ],
        Repeats = 3,
        Slot = TimeSpan.FromSeconds(3),
        WarmUp = TimeSpan.Zero,
        IsLadder = true,
    };
}
