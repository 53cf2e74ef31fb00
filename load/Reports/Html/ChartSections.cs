using System.Net;
using Load.Measuring;

namespace Load.Reports.Html;

/// <summary>
/// The charts of the page. Where there are many, those of a kind of request are folded together, and the first kind is open.
/// </summary>
internal static class ChartSections
{
    private const int ManySubjects = 8;

    public static IEnumerable<string> Of(RunResult result, SideBySide comparison)
    {
        yield return Section(
            $"One {comparison.Words} against another",
            "Dots are ratios of paired repeats, whiskers their 95 % intervals; grey: no difference that these repeats could show, or " +
            "a void row.",
            Ratios(comparison,
                ("Rate (right is more)", iteration => iteration.Rate),
                ("CPU of the process under test, for each (left is less)", iteration => iteration.ServiceCpuSecondsPerUnit)));
        foreach (var other in result.AlsoCompared)
        {
            yield return Section(
                $"One {other.Words} against another",
                "Dots and whiskers as above, each value against the first.",
                Ratios(new SideBySide(result, other), ("Mean latency (left is faster)", iteration => iteration.MeanLatency?.TotalSeconds)));
        }

        yield return Section(
            "The ThreadPool over time",
            "The first repeat. Threads in the pool under test, work that waits for one, and the p99 of the requests sent at that time; " +
            "shaded: work waited although processors were idle.",
            comparison.Subjects.Where(subject => subject.Rows.Any(row => row.Pool.Any()))
                .Select(subject => Heading(subject.Name) + Charts(PoolChart.Of(subject, comparison, result))));
        yield return Section(
            "Percentile spectrum",
            "Every further nine has the same room. The band is the 95 % interval; where it ends, there are too few samples to bound it.",
            ByKind(comparison, subject => SpectrumChart.Of(subject, comparison)));
        yield return Section(
            "Latency over time",
            "Median of each twentieth of an iteration, and from its p5 to its p95 a band; dashed lines part the repeats.",
            ByKind(comparison, subject => subject.Rows.Any(row => row.Latencies.Count > 0) ? LatencyChart.Of(subject, comparison) : ""));
        yield return Section("The processes over time", "The whole run, warm-up and the pauses between iterations included. A dashed line is where a row was measured first.",
            [Charts(TimelineCharts.Of(result.Timeline, result.Rows))]);
    }

    private static IEnumerable<string> Ratios(
        SideBySide comparison, params (string Title, Func<Iteration, double?> Figure)[] charts) => comparison.Subjects.Count > ManySubjects
        ? comparison.Subjects.GroupBy(comparison.KindOf).SelectMany((kind, i) => charts.Select(chart =>
            Folded($"{chart.Title}: {kind.Key}", i == 0, RatioChart.Of(chart.Title, kind, comparison, chart.Figure))))
        : [Charts(charts.Select(chart => RatioChart.Of(chart.Title, comparison.Subjects, comparison, chart.Figure)))];

    private static IEnumerable<string> ByKind(SideBySide comparison, Func<ComparedSubject, string> chart) =>
        comparison.Subjects.Count > ManySubjects
            ? comparison.Subjects.GroupBy(comparison.KindOf).Select((kind, i) => Folded(kind.Key, i == 0, Charts(kind.Select(chart))))
            : [Charts(comparison.Subjects.Select(chart))];

    private static string Section(string heading, string explanation, IEnumerable<string> content)
    {
        var all = string.Concat(content);
        return all.Length == 0 ? "" : $"<h2>{Text(heading)}</h2><p class='faint'>{Text(explanation)}</p>\n{all}";
    }

    private static string Folded(string summary, bool open, string content) =>
        content.Length == 0 ? "" : $"<details{(open ? " open" : "")}><summary>{Text(summary)}</summary>\n{content}</details>\n";

    private static string Charts(IEnumerable<string> charts)
    {
        var all = string.Join('\n', charts.Where(chart => chart.Length > 0));
        return all.Length == 0 ? "" : $"<div class='charts'>\n{all}\n</div>\n";
    }

    private static string Heading(string text) => $"<h3>{Text(text)}</h3>\n";

    private static string Text(string text) => WebUtility.HtmlEncode(text);
}
