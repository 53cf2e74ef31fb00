using System.Net;
using System.Reflection;
using System.Text;
using Load.Measured;

namespace Load.Reports.Html;

/// <summary><c>report.html</c>: one file that needs no network, prints well, and follows the reader's light or dark mode.</summary>
internal static class HtmlReport
{
    public static string Of(RunResult result)
    {
        var subjects = result.Rows.GroupBy(row => row.Cell.Subject).Select(rows => (IReadOnlyList<Row>)[.. rows]).ToArray();
        var page = new StringBuilder();
        page.Append($"<!doctype html>\n<html lang='en'><head><meta charset='utf-8'><title>{Text(result.Id)}</title>");
        page.Append($"<meta name='viewport' content='width=device-width, initial-scale=1'><style>{Style()}</style></head><body>\n");
        page.Append($"<h1>{Text(result.Id)}</h1><p class='faint'>{Text($"{result.Environment}; {result.Elapsed.TotalSeconds:0} s")}</p>\n");
        page.Append(Verdict(result));

        Append(page, Tables.Summary(result.Rows));
        foreach (var note in Notes.Of(result))
        {
            page.Append($"<p class='faint'>{Text(note)}</p>\n");
        }

        Section(page, "One transport against another", "Dots are ratios of paired repeats, whiskers their 95 % intervals; grey: no difference that these repeats could show.",
        [
            RatioChart.Of("Requests per second (right is more)", subjects, slot => slot.Rate),
            RatioChart.Of("Service CPU per request (left is less)", subjects, slot => slot.ServiceCpuPerRequest?.TotalSeconds),
        ]);
        Section(page, "Percentile spectrum", "Every further nine has the same room. The band is the 95 % interval; where it ends, there are too few samples to bound it.",
            subjects.Select(rows => SpectrumChart.Of(rows[0].Cell.Subject, rows)));
        Section(page, "Latency over time", "Median of each twentieth of a slot, and from its p5 to its p95 a band; dashed lines part the repeats.",
            subjects.Where(rows => rows.Any(row => row.Latencies.Count > 0)).Select(rows => LatencyChart.Of(rows[0].Cell.Subject, rows)));
        Section(page, "The processes over time", "The whole run, warm-up and the pauses between slots included.", TimelineCharts.Of(result.Timeline));

        page.Append("<h2>Percentiles</h2><p class='faint'>In ms, with 95 % intervals from order statistics.</p>\n");
        Append(page, Tables.Percentiles(result.Rows));
        page.Append("<h2>Cost</h2><p class='faint'>CPUs are processors kept busy; allocation and collections are the service's managed heap; wire is all bytes through the lab's sockets.</p>\n");
        Append(page, Tables.Costs(result.Rows));
        return page.Append("</body></html>\n").ToString();
    }

    private static string Verdict(RunResult result) =>
        result.Interrupted is { } reason ? $"<p class='bad'>Partial: {Text(reason)}.</p>\n"
        : result.Succeeded ? "<p>Every request was answered, and rightly.</p>\n"
        : "<p class='bad'>Not every request was answered rightly: see the rows in red.</p>\n";

    private static void Section(StringBuilder page, string heading, string explanation, IEnumerable<string> charts)
    {
        var all = string.Join('\n', charts.Where(chart => chart.Length > 0));
        if (all.Length > 0)
        {
            page.Append($"<h2>{Text(heading)}</h2><p class='faint'>{Text(explanation)}</p>\n<div class='charts'>\n{all}\n</div>\n");
        }
    }

    private static void Append(StringBuilder page, RowTable table)
    {
        page.Append("<div class='wide'><table><tr>");
        foreach (var column in table.Columns)
        {
            page.Append($"<th{(column.IsText ? " class='text'" : "")}>{Text(column.Heading)}</th>");
        }

        page.Append("</tr>\n");
        var subject = "";
        foreach (var (row, cells) in table.Rows)
        {
            var style = row is not { Failed: 0, TimedOut: 0 } ? "failed" : row.VoidReasons.Count > 0 ? "void" : "";
            page.Append($"<tr class='{style}{(row.Cell.Subject == subject ? "" : " first")}'>");
            page.AppendJoin("", cells.Select((cell, i) => $"<td{(table.Columns[i].IsText ? " class='text'" : "")}>{Text(cell)}</td>"));
            page.Append("</tr>\n");
            subject = row.Cell.Subject;
        }

        page.Append("</table></div>\n");
    }

    private static string Text(string text) => WebUtility.HtmlEncode(text);

    private static string Style()
    {
        using var reader = new StreamReader(Assembly.GetExecutingAssembly().GetManifestResourceStream("report.css")!);
        return reader.ReadToEnd();
    }
}
