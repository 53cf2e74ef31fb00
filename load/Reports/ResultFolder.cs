using Load.Gates;
using Load.Reports.Html;
using Load.Results.Csv;
using Load.Results.Summary;

namespace Load.Reports;

/// <summary>Writes what a run leaves behind; the service's log is there already.</summary>
internal static class ResultFolder
{
    public static async Task WriteAsync(DirectoryInfo folder, RunReport report)
    {
        var result = report.Result;
        await File.WriteAllTextAsync(Path.Combine(folder.FullName, "summary.md"), MarkdownReport.Of(report));
        await File.WriteAllBytesAsync(Path.Combine(folder.FullName, "summary.json"), SummaryJson.Write(report.Document));
        await File.WriteAllTextAsync(Path.Combine(folder.FullName, "report.html"), HtmlReport.Of(report));
        if (report.Gates.Count > 0)
        {
            await GateFiles.WriteAsync(folder, result.Id, report.Gates);
        }

        await using (var timeline = new StreamWriter(Path.Combine(folder.FullName, "timeline.csv")))
        {
            TimelineCsv.Write(timeline, result.Timeline, Environment.MachineName);
        }

        var samples = folder.CreateSubdirectory("samples");
        foreach (var row in result.Rows)
        {
            await using var file = new StreamWriter(Path.Combine(samples.FullName, $"{row.Case.FileName}.csv"));
            SampleCsv.Write(file, row);
        }
    }
}
