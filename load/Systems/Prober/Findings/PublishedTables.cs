using Load.Measuring;
using Load.Measuring.Findings;
using Load.Statistics;
using Load.Systems.Prober.Rows;

namespace Load.Systems.Prober.Findings;

/// <summary>EaseProbe's benchmark report beside rows of the same targets and interval.</summary>
internal static class PublishedTables
{
    private const string What =
        "EaseProbe's report: 8 vCPUs, 16 GiB, real sites of the Majestic Million list, five minutes a row, CPU as top prints it (whether " +
        "100 % is one processor or all eight is not said), memory resident. Ours: a farm on the same machine, names from its own name " +
        "server, full handshakes; processors are the prober's alone. The report says nothing of lateness, missed probes or verdicts.";

    /// <summary>Kind, targets, seconds, CPU in percent and MB; what the report says instead of figures.</summary>
    private static readonly (string Kind, int Targets, int Seconds, string Cpu, string Memory)[] Rows =
    [
        ("https", 100, 5, "2.0 %", "50"), ("https", 100, 10, "1.3 %", "50"), ("https", 100, 30, "0.7 %", "45"),
        ("https", 100, 60, "0.3 %", "45"), ("https", 1000, 5, "18.7 %", "105"), ("https", 1000, 10, "10.1 %", "98"),
        ("https", 1000, 30, "4.0 %", "75"), ("https", 1000, 60, "2.0 %", "75"), ("https", 2000, 5, "38.5 %", "183"),
        ("https", 2000, 10, "20.2 %", "150"), ("https", 2000, 30, "8.0 %", "125"), ("https", 2000, 60, "5.3 %", "114"),
        ("https", 5000, 5, "88.4 %", "580"), ("https", 5000, 10, "43.6 %", "380"), ("https", 5000, 30, "18.7 %", "270"),
        ("https", 5000, 60, "10.0 %", "254"), ("https", 10_000, 5, "100 %, does not work properly", "2500"),
        ("https", 10_000, 10, "88.6 %", "960"), ("https", 10_000, 30, "30.7 %", "570"), ("https", 10_000, 60, "17.8 %", "450"),
        ("https", 20_000, 5, "cannot", "-"), ("https", 20_000, 10, "cannot", "-"), ("https", 20_000, 20, "88.8 %", "1600"),
        ("https", 20_000, 30, "58.7 %", "1300"), ("https", 20_000, 60, "32.6 %", "1000"),
        ("tcp", 100, 5, "0.7 %", "30"), ("tcp", 100, 10, "0.7 %", "30"), ("tcp", 100, 30, "0.2 %", "30"), ("tcp", 100, 60, "0.2 %", "30"),
        ("tcp", 1000, 5, "3.3 %", "105"), ("tcp", 1000, 10, "1.3 %", "100"), ("tcp", 1000, 30, "0.7 %", "80"),
        ("tcp", 1000, 60, "0.7 %", "79"), ("tcp", 2000, 5, "5.3 %", "165"), ("tcp", 2000, 10, "2.7 %", "150"),
        ("tcp", 2000, 30, "1.3 %", "145"), ("tcp", 2000, 60, "0.7 %", "142"), ("tcp", 5000, 5, "12.3 %", "380"),
        ("tcp", 5000, 10, "8.7 %", "380"), ("tcp", 5000, 30, "2.6 %", "370"), ("tcp", 5000, 60, "2.3 %", "350"),
        ("tcp", 10_000, 5, "20.7 %", "800"), ("tcp", 10_000, 10, "10.3 %", "760"), ("tcp", 10_000, 30, "3.3 %", "717"),
        ("tcp", 10_000, 60, "2.7 %", "492"), ("tcp", 20_000, 5, "49.7 %", "1500"), ("tcp", 20_000, 10, "18.3 %", "1500"),
        ("tcp", 20_000, 30, "4.7 %", "1500"), ("tcp", 20_000, 60, "3.4 %", "1500"),
    ];

    /// <summary>The whole of it, whatever was measured here.</summary>
    /// <returns>Empty when no row is one of the published.</returns>
    public static IEnumerable<ReportSection> Of(RunResult result)
    {
        var pairs = Rows.Select(published => (Published: published, Row: result.Rows.FirstOrDefault(row =>
            row.Case[ProbeRow.KindDimension] == published.Kind && row.Case[ProbeRow.TargetsDimension] == $"{published.Targets}"
            && row.Case[ProbeRow.EveryDimension] == $"{published.Seconds}s" && row.Case[ProbeRow.MixDimension] == TargetMix.Ok.Name
            && row.Case[ProbeRow.WayDimension] == ProbeWay.Schedule.Name))).ToArray();
        return Array.TrueForAll(pairs, pair => pair.Row is null) ? [] : [new ReportSection(
            "Beside the published tables",
            What,
            new TextTable(
                [
                    new("row", true), new("their CPU", true), new("their MB"), new("our processors"), new("our MB"), new("probes/s"),
                    new("missed"), new("false"), new("late p99 ms"),
                ],
                [
                    .. pairs.Select(pair => pair.Row is { } row
                        ? Line(row, pair.Published.Cpu, pair.Published.Memory) : Unmeasured(pair.Published)),
                ]))
        {
            IsPublished = true,
        }];
    }

    private static TextTable.Line Unmeasured((string Kind, int Targets, int Seconds, string Cpu, string Memory) published) => new(
    [
        $"{published.Kind} {published.Targets} {published.Seconds}s {TargetMix.Ok.Name}", published.Cpu, published.Memory,
        "not measured", "-", "-", "-", "-", "-",
    ]);

    private static TextTable.Line Line(CaseResult row, string cpu, string memory) => new(
    [
        row.Case.SubjectBut(ProbeRow.WayDimension), cpu, memory, Format.Digits(row.ServiceProcessors),
        Format.Digits(row.ServicePeakWorkingSet / 1e6), Format.Digits(row.Rate?.Mean), Figure(row, "missed"), Figure(row, "false"),
        Figure(row, ProbeFigures.LateTail),
    ]);

    private static string Figure(CaseResult row, string name) => Format.Digits(row.Figure(name)?.Mean);
}
