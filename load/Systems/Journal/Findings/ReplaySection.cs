using Load.Measuring;
using Load.Measuring.Findings;
using Load.Statistics;

namespace Load.Systems.Journal.Findings;

/// <summary>CPU of a replayed line beside bare decompression.</summary>
internal static class ReplaySection
{
    public const string Work = "work";
    public const string Decompression = "decompression";
    public const string Replay = "replay";

    /// <summary>The number of lines in a unit of work.</summary>
    public const int LinesOfAPass = 200_000;

    private const double Bound = 4; // zstd: 2.2 of Brotli would be 6

    public static IEnumerable<ReportSection> Of(RunResult result)
    {
        var rows = result.Rows.Where(row => row.MeanLatency is not null).ToArray();
        if (rows.Length == 0)
        {
            return [];
        }

        var (bare, replay) = (Find(rows, Decompression), Find(rows, Replay));
        Bar[] bars = bare is not null && replay?.RatioTo(bare, iteration => iteration.MeanLatency?.TotalSeconds) is { } ratio
            ?
            [
                new($"A replayed line takes {ratio} the processor time of decompressing it", ratio, Bound, IsMin: false)
                {
                    Rows = [bare, replay],
                },
            ]
            : [];
        return
        [
            new ReportSection(
                "What a replayed line costs",
                "Processor time of a line. A replay checks the signatures, the log's tree, the hash of the stored bytes, and the tree over "
                + "the records of each frame; it decrypts, decompresses, and writes the lines out to nowhere.",
                new TextTable(
                    [new("work", true), new("µs a line"), new("lines a second and core")],
                    [.. rows.Select(row => new TextTable.Line(
                        [row.Case[Work]!, Format.Digits(SecondsOfALine(row) * 1e6), Format.Count((long)(1 / SecondsOfALine(row)!))]))]))
            {
                Sentences = [.. bars.Select(bar => $"{bar}")],
            },
        ];
    }

    /// <summary>Processor time of a replayed line, everything verified; null where it was not measured.</summary>
    public static double? SecondsOfALine(RunResult result) =>
        Find(result.Rows.Where(row => row.MeanLatency is not null), Replay) is { } row ? SecondsOfALine(row) : null;

    private static CaseResult? Find(IEnumerable<CaseResult> rows, string work) => rows.FirstOrDefault(row => row.Case[Work] == work);

    private static double? SecondsOfALine(CaseResult row) => row.MeanLatency?.Mean * 1e-3 / LinesOfAPass;
}
