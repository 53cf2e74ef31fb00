using Load.Measuring;
using Load.Measuring.Findings;
using Load.Reports;
using Load.Statistics;

namespace Load.Systems.Analyzer.Published;

/// <summary>The seven figures of the first system's tables, of our rows.</summary>
internal static class SevenFigures
{
    public static IEnumerable<ReportSection> Of(RunResult result)
    {
        var table = new RowTable(
            [
                .. Tables.Subject(result),
                new("timed out", row => Format.Count(row.TimedOut)),
                new("failed", row => Format.Count(row.Failed)),
                new("average", row => Format.Milliseconds(row.Latencies.Mean)),
                new("best", row => Format.Milliseconds(row.Latencies.Min)),
                new("worst", row => Format.Milliseconds(row.Latencies.Max)),
                new("average threads", row => Format.Digits(row.ServiceMeanThreads)),
                new("most threads", row => Format.Digits(row.ServicePeakThreads)),
                new("most instances at once", row => $"{row.MaxAtOnce}"),
            ],
            result.Rows);
        yield return new(
            "The first system's seven figures", "Times in ms, of successful requests; threads of the whole service process.",
            table.Text(result.Compared.Name));
    }
}
