using Load.Measuring;
using Load.Measuring.Findings;
using Load.Statistics;
using Load.Systems.Stack.Feeds;

namespace Load.Systems.Stack.Findings;

/// <summary>How soon a file is proven and told of, and what was promised of the alert.</summary>
internal static class EvidenceSection
{
    private const double MaxAlert = 2000;

    /// <returns>Empty unless it was measured.</returns>
    public static IEnumerable<ReportSection> Of(RunResult result) =>
        from row in result.Rows
        let proven = row.Figure(EvidenceCounter.ProvenTail)
        let alert = row.Figure(EvidenceCounter.AlertTail)
        where proven is not null && alert is not null
        select new ReportSection(
            "From the answer to the evidence",
            "Milliseconds from the answer about a malicious file until somebody who follows the journal has its proven audit line, and "
                + "until somebody who follows Sigma's alerts has the alert: the mean of the repeats.",
            new TextTable(
                [new("until", true), new("p50"), new("p99")],
                [
                    new(["proven record", Text(row, EvidenceCounter.ProvenMedian), Text(row, EvidenceCounter.ProvenTail)]),
                    new(["alert", Text(row, EvidenceCounter.AlertMedian), Text(row, EvidenceCounter.AlertTail)]),
                ]))
        {
            Sentences =
            [
                $"{new FigureBar(Claim(alert), alert, MaxAlert, "ms") { Rows = [row] }}",
            ],
        };

    private static string Claim(Estimate alert) => $"The alert is there within {Format.Digits(alert.Mean)} ms (p99)";

    private static string Text(CaseResult row, string figure) => Format.Digits(row.Figure(figure)?.Mean);
}
