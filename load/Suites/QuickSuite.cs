using Load.Scenarios;
using Load.Server;
using Load.Transports;

namespace Load.Suites;

/// <summary>A look at everything in about a minute.</summary>
internal static class QuickSuite
{
    private const long KB = 1000;
    private const long MB = 1_000_000;

    private static readonly (Operation Operation, long Size, int Callers)[] Subjects =
    [
        (Operation.LookUp, 10 * KB, 1),
        (Operation.LookUp, 10 * KB, 16),
        (Operation.Known, 10 * KB, 16),
        (Operation.Known, MB, 4),
        (Operation.Unknown, 10 * KB, 1),
        (Operation.Unknown, 10 * KB, 16),
        (Operation.Unknown, MB, 4),
        (Operation.Unknown, 10 * MB, 4),
    ];

    /// <param name="ownFiles">A person's own files in place of the sizes.</param>
    public static Suite Create(bool ownFiles) => new()
    {
        Name = "quick",
        Description = "REST and gRPC, known and unknown files, a few sizes and concurrencies",
        Cells =
        [
            .. Subjects
                .Select(subject => (subject.Operation, Size: ownFiles ? (long?)null : subject.Size, subject.Callers))
                .Distinct()
                .SelectMany(subject => TransportCatalog.Usual.Select(transport =>
                    new Cell(transport, subject.Operation, subject.Size, new LoadShape.Closed(subject.Callers), ServiceSettings.Default))),
        ],
        Repeats = 3,
        Slot = TimeSpan.FromSeconds(1),
    };
}
