using System.Globalization;
using Load.Measuring;
using Load.Measuring.Findings;
using Load.Statistics;
using Load.Systems.Journal.Rows;

namespace Load.Systems.Journal.Findings;

/// <summary>The first log server's benchmark page, whole, and ours beside it.</summary>
internal static class PublishedJournal
{
    private const int Packets = 20_000;
    private const int ReplayedLines = 7_000;
    private const double ReplaySeconds = 7.386;

    private const string Crashed = "100,000 packets";

    private const string Source =
        "The first log server's page: laptop i7-6820HQ 2.70 GHz, 16 GB, SSD; \"M1\": MacBook Air M1, 16 GB. PacketBufferSize 2048, "
        + "FileBatchSize 1000. A script sends 10,000 UDP and 10,000 TCP packets in turn; times are the sender's, in seconds (real / user / "
        + "sys). Losses were never counted.";

    /// <summary>The stage, its runs as printed, and the real times among them that compare.</summary>
    private static readonly (string Stage, string Runs, double[] Seconds)[] Stages =
    [
        ("barebones (receive, pass, write)", "0.952/0.397/0.547, 0.995/0.414/0.574", [0.952, 0.995]),
        ("password encryption", "0.903/0.392/0.502, 1.088/0.448/0.625", [0.903, 1.088]),
        ("text and password encryption stored", "1.061/0.420/0.632, 1.025/0.369/0.645, 1.086/0.422/0.647", [1.061, 1.025, 1.086]),
        ("with gzip (saves about 25 %)", "1.182/0.515/0.638, 1.211/0.436/0.717, 1.146/0.505/0.627, 1.170/0.455/0.700",
            [1.182, 1.211, 1.146, 1.170]),
        ("gzip off, same code", "1.030/0.405/0.616, 1.081/0.431/0.634, 1.020/0.382/0.629", [1.030, 1.081, 1.020]),
        ("SHA-256 of the previous line", "1.052/0.405/0.628, 1.058/0.488/0.560, 0.981/0.385/0.587, 1.025/0.421/0.596",
            [1.052, 1.058, 0.981, 1.025]),
        ("RSA + AES packets, 1,000 + 1,000; 1,500 each crash it", "0.126/0.081/0.044, 0.155/0.060/0.060, 0.125/0.062/0.062", []),
        ("malformed RSA packets", "1.485/0.648/0.714, 1.406/0.668/0.703", [1.485, 1.406]),
        ("the same on M1", "1.998 total, 0.37 user, 0.55 sys, 46 % CPU", [1.998]),
        (Crashed, "the server crashed", []),
        ("RSA, 8096-bit key, one short string", "encrypt 0.756258 ms, decrypt 65.599442 ms", []),
    ];

    /// <returns>Empty where lines and datagrams were not sent in turn.</returns>
    public static IEnumerable<ReportSection> OfLines(RunResult result)
    {
        var row = result.Rows.FirstOrDefault(row => row.Case[LineRow.TransportDimension] == LineTransport.InTurn
            && row.Case[LineRow.ReceiverDimension] == LineRow.Journal && row.Rate is not null);
        if (row is null)
        {
            return [];
        }

        var ours = Packets / row.Rate!.Mean;
        var sent = row.Iterations.Sum(iteration => (long)iteration.Work.Figures.GetValueOrDefault("sent"));
        var lost = row.Iterations.Sum(iteration => iteration.Work.Wrong);
        return
        [
            new ReportSection(
                "The published tables: 20,000 packets",
                $"{Source} Ours: every stage at once (receive, frame, compress, encrypt, hash, flush, sign), until the last line is "
                + "durable; a datagram and a connection for one line in turn, at "
                + $"{row.Case[LineRow.RateDimension]} lines a second. There the script went as fast as it could, and its time is the "
                + "result; here the lab sets the pace, and the time says whether the journal keeps up with it: it cannot be shorter. No "
                + "stage is measured by itself: the journal writes nothing in clear or unsigned, and has no setting that would. RSA + "
                + "AES packets and the one RSA string have nothing beside them: nothing asymmetric is done for a packet here, RSA wraps "
                + "one key a segment. Malformed packets stand beside our whole lines.",
                new TextTable(
                    [new("stage", true), new("published", true), new("mean s"), new("measured s"), new("measured of published")],
                    [.. Stages.Select(stage => stage.Stage == Crashed ? CrashedLine(stage.Runs, sent, lost) : Line(stage, ours))]))
            {
                IsPublished = true,
                Sentences =
                [
                    $"Of {Format.Count(sent)} lines of ours {Format.Count(lost)} are unaccounted for; CPU of the journal is "
                    + $"{Format.Digits(row.ServiceCpuSecondsPerUnit?.Mean * 1e6)} µs a line, new connections included.",
                ],
            },
        ];
    }

    /// <returns>Empty where nothing was replayed.</returns>
    public static IEnumerable<ReportSection> OfReplay(RunResult result)
    {
        var (bench, program) = (1 / ReplaySection.SecondsOfALine(result), ReplayProgramSection.RateOf(result));
        return bench is null && program is null ? [] :
        [
            new ReportSection(
                "The published replay",
                "M1, by its log: 7,000 lines in 7.386 s (7.14 user, 0.16 sys, 7.410 total); 0 suspicious at replay, 0 at arrival; \"the "
                + "first log in a segment will always be flagged\".",
                new TextTable(
                    [new("", true), new("published"), new("measured"), new("measured of published")],
                    [
                        .. ReplayLine("lines a second and core, by processor time, in memory", bench),
                        .. ReplayLine("lines/s of journal replay, the program, by wall time", program),
                    ]))
            {
                IsPublished = true,
            },
        ];
    }

    private static IEnumerable<TextTable.Line> ReplayLine(string name, double? rate) => rate is not { } ours ? [] :
    [
        new(
        [
            name, Format.Digits(ReplayedLines / ReplaySeconds), Format.Count((long)ours),
            $"{Format.Digits(ours / (ReplayedLines / ReplaySeconds))}×",
        ]),
    ];

    private static TextTable.Line Line((string Stage, string Runs, double[] Seconds) stage, double ours)
    {
        var mean = stage.Seconds.Length == 0 ? (double?)null : stage.Seconds.Average();
        return new(
        [
            stage.Stage, stage.Runs, mean?.ToString("0.000", CultureInfo.InvariantCulture) ?? "-",
            mean is null ? "-" : ours.ToString("0.000", CultureInfo.InvariantCulture),
            mean is null ? "-" : $"{Format.Digits(ours / mean)}×",
        ]);
    }

    /// <summary>There is no time to compare with: the only question is whether all of them arrive.</summary>
    private static TextTable.Line CrashedLine(string published, long sent, long lost) => new(
        [Crashed, published, "-", $"{Format.Count(sent)} sent, {Format.Count(lost)} unaccounted for", "-"]);
}
