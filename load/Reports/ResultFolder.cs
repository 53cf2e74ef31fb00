using Load.Measured;
using Load.Reports.Csv;
using Load.Reports.Html;
using Load.Reports.Summary;

namespace Load.Reports;

/// <summary>Writes what a run leaves behind; the service's log is there already.</summary>
internal static class ResultFolder
{
    public static async Task WriteAsync(DirectoryInfo folder, RunResult result)
    {
        await File.WriteAllTextAsync(Path.Combine(folder.FullName, "summary.md"), MarkdownReport.Of(result));
        await File.WriteAllBytesAsync(Path.Combine(folder.FullName, "summary.json"), SummaryJson.Write(SummaryDocument.Of(result)));
        await File.WriteAllTextAsync(Path.Combine(folder.FullName, "report.html"), HtmlReport.Of(result));
        await using (var timeline = new StreamWriter(Path.Combine(folder.FullName, "timeline.csv")))
        {
            TimelineCsv.Write(timeline, result.Timeline, Environment.MachineName);
        }

        var samples = folder.CreateSubdirectory("samples");
        foreach (var row in result.Rows)
        {
            await using var file = new StreamWriter(Path.Combine(samples.FullName, $"{FileName(row.Cell.Name)}.csv"));
            SampleCsv.Write(file, row);
        }
    }

    /// <summary>Rates and settings bring signs that no file name may have everywhere.</summary>
    public static string FileName(string name) => name.Replace(' ', '_').Replace('/', '-').Replace('=', '-');
}
