using Load.Measuring;
using Load.Measuring.Findings;
using Load.Statistics;
using Load.Systems.Sigma.Rows;

namespace Load.Systems.Sigma.Findings;

/// <summary>The cost of rules for a record through a broker, compared with taking and dropping it, and the promises about that.</summary>
internal static class StreamSection
{
    private const string First = "case-1";
    private const double MaxOfParts = 1.15;
    private const double MaxOfFirst = 1.1;

    /// <summary>Microseconds.</summary>
    private const double MaxCost = 0.8;

    /// <returns>Empty where no row came through a broker.</returns>
    public static IEnumerable<ReportSection> Of(RunResult result)
    {
        var rows = result.Rows.Where(IsMeasured).ToArray();
        if (rows.Length == 0)
        {
            return [];
        }

        var inMemory = result.Rows.FirstOrDefault(
            row => row.Case[SigmaRow.Records] == SigmaRow.Published && row.Case[SigmaRow.Rules] == First && SigmaRow.IsInMemory(row));
        return [new ReportSection(
            "Through a broker",
            "Processor time of a record, of all processes that share the topic, kernel and client included; Snappy, the nine published " +
            "records again and again. drain takes records and drops them; 'of both' sets a row against drain and case 1 in memory " +
            "together. The broker runs on this machine. In brackets 95 % intervals over paired repeats.",
            new TextTable(
                [
                    new("rules", true), new("partitions"), new("processes"), new("records/s"), new("µs a record"), new("of drain"),
                    new("of both"), new("of case 1"),
                ],
                [.. rows.Select(row => Line(row, rows, inMemory))]))
        {
            Sentences = [.. rows.SelectMany(row => Sentences(row, rows, inMemory))],
        }];
    }

    /// <returns>Seconds of processor time for a record, of all processes; null where it could not be read.</returns>
    public static Estimate? CostOf(CaseResult row) => Estimate.Of([.. row.Iterations.Select(CostOf).OfType<double>()]);

    public static bool IsMeasured(CaseResult row) => row.Case[StreamRow.ProcessesDimension] is not null && CostOf(row) is not null;

    private static double? CostOf(Iteration iteration) =>
        iteration is { Work.Done: > 0, Cost: { Processes.Count: > 0 } cost } && cost.Processes.All(process => process.Usage is not null)
            ? cost.Processes.Sum(process => process.Usage!.Cpu.TotalSeconds) / iteration.Work.Done
            : null;

    private static TextTable.Line Line(CaseResult row, CaseResult[] rows, CaseResult? inMemory) => new(
        [
            row.Case[SigmaRow.Rules]!, row.Case[StreamRow.PartitionsDimension]!, row.Case[StreamRow.ProcessesDimension]!,
            Format.Digits(row.Rate?.Mean), Format.Digits(CostOf(row)!.Mean * 1e6), Text(Over(row, Beside(row, rows, StreamRow.Drain))),
            Text(OverBoth(row, rows, inMemory)), Text(Over(row, Beside(row, rows, First))),
        ],
        Starts: row.Case[SigmaRow.Rules] == StreamRow.Drain);

    private static IEnumerable<string> Sentences(CaseResult row, CaseResult[] rows, CaseResult? inMemory)
    {
        if (row.Case[SigmaRow.Rules] is First or StreamRow.Unmatched)
        {
            if (OverBoth(row, rows, inMemory) is { } both)
            {
                var claim = $"{row.Case.Name} takes {both} of drain and case 1 in memory together";
                CaseResult[] parts = [row, Beside(row, rows, StreamRow.Drain)!, inMemory!];
                yield return $"{new Bar(claim, both, MaxOfParts, IsMin: false) { Rows = parts }}";
            }

            var cost = CostOf(row)!.Times(1e6);
            var each = $"{row.Case.Name} takes {Format.Digits(cost.Mean)} µs a record";
            yield return $"{new FigureBar(each, cost, MaxCost, "µs") { Rows = [row] }}";
        }

        if (row.Case[SigmaRow.Rules] == "case-4" && Over(row, Beside(row, rows, First)) is { } ratio)
        {
            var claim = $"{row.Case.Name} takes {ratio} the time of case 1";
            yield return $"{new Bar(claim, ratio, MaxOfFirst, IsMin: false) { Rows = [row, Beside(row, rows, First)!] }}";
        }
    }

    private static Ratio? Over(CaseResult row, CaseResult? other) => other is null || row == other ? null : row.RatioTo(other, CostOf);

    /// <summary>Repeat by repeat against the sum of the two.</summary>
    private static Ratio? OverBoth(CaseResult row, CaseResult[] rows, CaseResult? inMemory)
    {
        if (inMemory is null || row.Case[SigmaRow.Rules] == StreamRow.Drain || Beside(row, rows, StreamRow.Drain) is not { } drain)
        {
            return null;
        }

        var triples = (
            from ours in row.Iterations
            join dropped in drain.Iterations on ours.Repeat equals dropped.Repeat
            join judged in inMemory.Iterations on ours.Repeat equals judged.Repeat
            let both = CostOf(dropped) + judged.MeanLatency?.TotalSeconds / SigmaRow.RecordsOfAPass
            where both is not null && CostOf(ours) is not null
            select (Both: both.Value, Ours: CostOf(ours)!.Value)).ToArray();
        return triples.Length == 0 ? null : Ratio.OfPairs([.. triples.Select(one => one.Both)], [.. triples.Select(one => one.Ours)]);
    }

    private static CaseResult? Beside(CaseResult row, CaseResult[] rows, string rules) => rows.FirstOrDefault(
        other => other.Case[SigmaRow.Rules] == rules && other.Case.SubjectBut(SigmaRow.Rules) == row.Case.SubjectBut(SigmaRow.Rules));

    private static string Text(Ratio? ratio) => ratio?.ToString() ?? "-";
}
