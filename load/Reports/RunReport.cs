using Load.Answering;
using Load.Comparing;
using Load.Gates;
using Load.Measuring;
using Load.Measuring.Findings;
using Load.Results.Summary;

namespace Load.Reports;

/// <summary>A run as the report presents it: its result, and the comparison with an earlier one.</summary>
/// <param name="Result">The case that was measured.</param>
/// <param name="Baseline">The comparison with an earlier run; null when none was named.</param>
internal sealed record RunReport(RunResult Result, Comparison? Baseline = null)
{
    /// <summary>What became of the bounds that a person set.</summary>
    public IReadOnlyList<GateOutcome> Gates { get; init; } = [];

    /// <summary>Why its files could not be written; null when they were.</summary>
    public string? Unwritten { get; init; }

    /// <summary>What <c>summary.json</c> holds, the run's answer included.</summary>
    public SummaryDocument Document { get; } = Answered(SummaryDocument.Of(Result));

    /// <summary>The run in words.</summary>
    public IReadOnlyList<SummarySentence> Answer => Document.Answer;

    /// <summary>The sections that a person wants to read first.</summary>
    public IEnumerable<ReportSection> Findings => Result.Findings.Concat(PoolSection.Of(Result) is { } pool ? [pool] : []);

    /// <summary>Every figure.</summary>
    public IEnumerable<ReportSection> Details
    {
        get
        {
            foreach (var section in Result.Details)
            {
                yield return section;
            }

            if (Result.Rows.Any(row => row.IsTimed))
            {
                yield return new(
                    "Percentiles",
                    "In ms, with the 95 % interval that the number of samples allows (order statistics; an open end is one that so few " +
                    "samples cannot bound).",
                    Tables.Percentiles(Result).Text(Result.Compared.Name));
            }

            if (Result.Rows.Any(row => row.Iterations.Any(iteration => iteration.Cost is not null)))
            {
                yield return new(
                    "Cost",
                    "CPUs are processors kept busy. Idle is the process under test before its first request and when all was over. " +
                    "Allocation " +
                    "and collections are those of its managed heap; wire is all bytes through the lab's sockets, both ways.",
                    Tables.Costs(Result).Text(Result.Compared.Name));
            }
        }
    }

    private static SummaryDocument Answered(SummaryDocument run) => run with { Answer = RunAnswer.Of(run) };

    /// <summary>Variants side by side; null when there is nothing to set against each other.</summary>
    public ReportSection? SideBySide
    {
        get
        {
            var comparison = new SideBySide(Result);
            return comparison.Table() is not { } table ? null : new ReportSection(
                "Side by side", $"A line for each load, a column for each {comparison.Words}. In brackets: void, see the notes.", table);
        }
    }
}
