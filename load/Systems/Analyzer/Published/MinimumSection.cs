using Load.Measuring;
using Load.Measuring.Findings;
using Load.Statistics;

namespace Load.Systems.Analyzer.Published;

/// <summary>Does a higher ThreadPool minimum make it slower?</summary>
internal static class MinimumSection
{
    /// <returns>Empty when the minimum was not varied.</returns>
    public static IEnumerable<ReportSection> Of(RunResult result)
    {
        var findings = MinimumFinding.Of(result.Rows)
            .OrderBy(finding => finding.Transport, StringComparer.Ordinal).ThenBy(finding => finding.Handler, StringComparer.Ordinal)
                .ToArray();
        return findings.Length == 0 ? [] : [new ReportSection(
            "Does a higher ThreadPool minimum make it slower?",
            $"The first system found: {FirstSystem.MinSlowdown} to {FirstSystem.MaxSlowdown} times slower. Mean latency with the " +
            "raised minimum over that with the default, " +
            "paired by repeat, with 95 % intervals. The minimum is set in the service's process only and read back from it. Void " +
            "rows are left out.",
            Table(findings))
        {
            Sentences = [Conclusion(findings), .. findings.Select(Sentence)],
        }];
    }

    private static TextTable Table(MinimumFinding[] findings)
    {
        var handlers = findings.Any(finding => finding.Handler.Length > 0);
        return new TextTable(
            [
                new("over", true), .. handlers ? [new TextTable.Heading("handler", true)] : (TextTable.Heading[])[],
                new("minimum"), new("published"), new("1MB x100 unknown"), new("all loads"), new("loads"), new("finding", true),
            ],
            [
                .. findings.Select((finding, i) => new TextTable.Line(
                    [
                        finding.Transport, .. handlers ? [finding.Handler] : (string[])[], finding.Minimum,
                        finding.Published is { } published ? $"{PublishedComparison.Range(published.Low, published.High)}×" : "-",
                        finding.AtPublished?.ToString() ?? "-", finding.Overall?.ToString() ?? "-", $"{finding.Loads}", finding.Verdict,
                    ],
                    Starts: i == 0 || findings[i - 1].Transport != finding.Transport)),
            ]);
    }

    private static string Conclusion(MinimumFinding[] findings)
    {
        int Count(string verdict) => findings.Count(finding => finding.Verdict.StartsWith(verdict, StringComparison.Ordinal));
        return $"The first system's finding is refuted in {Count("refuted")} of {findings.Length} cases, " +
            $"reproduced in {Count("reproduced")}, and undecided in {Count("undecided")}.";
    }

    private static string Sentence(MinimumFinding finding) =>
        $"{finding.Transport}{(finding.Handler.Length > 0 ? $", {finding.Handler} handler" : "")}: " +
        $"with a minimum of {finding.Minimum} in place of the default the mean latency is {finding.Overall?.ToString() ?? "-"} " +
        $"over {Format.Count(finding.Loads, "load")} and " +
        $"{Format.Count(finding.Repeats, "repeat")}. {char.ToUpperInvariant(finding.Verdict[0])}{finding.Verdict[1..]}.";
}
