using Load.Reports.Summary;
using Load.Results;

namespace Load.Reports;

/// <summary>Writes what a run leaves behind: <c>summary.md</c>, <c>summary.json</c>, <c>samples/</c>; the service's log is there already.</summary>
internal static class ResultFolder
{
    public static async Task WriteAsync(DirectoryInfo folder, RunResult result)
    {
        await File.WriteAllTextAsync(Path.Combine(folder.FullName, "summary.md"), MarkdownReport.Of(result));
        await File.WriteAllBytesAsync(Path.Combine(folder.FullName, "summary.json"), SummaryJson.Write(SummaryDocument.Of(result)));
        var samples = folder.CreateSubdirectory("samples");
        foreach (var row in result.Rows)
        {
            await using var file = new StreamWriter(Path.Combine(samples.FullName, $"{row.Cell.Name.Replace(' ', '_')}.csv"));
            SampleCsv.Write(file, row);
        }
    }
}
