using Load.Measuring;
using Load.Measuring.Findings;
using Load.Statistics;
using Load.Systems.Sigma.Rows;

namespace Load.Systems.Sigma.Findings;

/// <summary>The cost of rules beside that of reading the record with a JSON reader, and what was promised of it.</summary>
internal static class ReaderSection
{
    /// <summary>The largest ratio of the cost to that of another row over the same records.</summary>
    private static readonly (string Rules, string Than, double Bound)[] Promises =
    [
        ("case-1", SigmaRow.Reader, 0.65),
        ("case-3-regex", SigmaRow.Reader, 0.85),
        ("case-3", SigmaRow.Reader, 0.65),
        ("case-4", "case-1", 1.05),
        ("10000-exact", "case-1", 1.15),
        ("10000-contains", "case-1", 1.15),
        ("10000-endswith", "case-1", 1.15),
        ("10000-mixed", "case-1", 1.6),
        ("windows-2850", SigmaRow.Reader, 14),
        ("own", SigmaRow.Reader, 14),
    ];

    /// <summary>The least number of matches per second and processor.</summary>
    private static readonly (string Rules, double PerSecond)[] Rates = [("event-count", 3e6), ("value-count", 1e6)];

    public static IEnumerable<ReportSection> Of(RunResult result)
    {
        var rows = result.Rows.Where(SigmaRow.IsInMemory).ToArray();
        var lines = rows.Select(row => Line(row, Find(rows, row, SigmaRow.Reader), Find(rows, row, "case-1"))).ToArray();
        if (lines.Length == 0)
        {
            return [];
        }

        return [new ReportSection(
            "What rules cost",
            "Processor time of one record (of one match, for correlations), and how many times that of reading the same records with " +
            "Utf8JsonReader, and of case 1. In brackets 95 % intervals over paired repeats.",
            new TextTable(
                [
                    new("records", true), new("rules", true), new("ns"), new("a second and core"), new("of reader"), new("of case 1"),
                ],
                lines))
        {
            Sentences = [.. Bars(rows).Select(bar => $"{bar}"), .. RateSentences(rows)],
        }];
    }

    private static TextTable.Line Line(CaseResult row, CaseResult? reader, CaseResult? first) => new(
        [
            row.Case[SigmaRow.Records]!, row.Case[SigmaRow.Rules]!, Format.Digits(SigmaRow.TimeOfOne(row)!.Mean * 1e9),
            Format.Count((long)(1 / SigmaRow.TimeOfOne(row)!.Mean)), Text(row, reader), Text(row, first),
        ],
        Starts: row.Case[SigmaRow.Rules] == SigmaRow.Reader);

    private static string Text(CaseResult row, CaseResult? other) =>
        other is null || row == other ? "-" : row.RatioTo(other, Latency)?.ToString() ?? "-";

    private static IEnumerable<Bar> Bars(CaseResult[] rows) =>
        from promise in Promises
        from row in rows
        where row.Case[SigmaRow.Rules] == promise.Rules
        let other = Find(rows, row, promise.Than)
        where other is not null
        let ratio = row.RatioTo(other, Latency)
        where ratio is not null
        select new Bar(
            $"{promise.Rules} over {row.Case[SigmaRow.Records]} records takes {ratio} the time of {promise.Than}", ratio, promise.Bound,
            IsMin: false)
        {
            Rows = [row, other],
        };

    private static IEnumerable<string> RateSentences(CaseResult[] rows) =>
        from rate in Rates
        from row in rows
        where row.Case[SigmaRow.Rules] == rate.Rules
        let time = SigmaRow.TimeOfOne(row)
        select $"{rate.Rules}: {Format.Count((long)(1 / time.Mean))} matches a second and core; " +
            $"{Format.Count((long)rate.PerSecond)} were promised: " +
            $"{FigureBar.VerdictOf(time.Low, time.High, 1 / rate.PerSecond)}.";

    private static CaseResult? Find(CaseResult[] rows, CaseResult row, string rules) => rows.FirstOrDefault(
        other => other.Case[SigmaRow.Rules] == rules && other.Case[SigmaRow.Records] == row.Case[SigmaRow.Records]);

    private static double? Latency(Iteration iteration) => iteration.MeanLatency?.TotalSeconds;
}
