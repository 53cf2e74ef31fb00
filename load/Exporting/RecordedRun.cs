using System.Text.Json;
using Load.Reports;
using Load.Reports.Summary;

namespace Load.Exporting;

/// <summary>A run as its folder tells of it.</summary>
/// <param name="Id">Of the run.</param>
/// <param name="Rows">Of its table.</param>
/// <param name="Timeline">Of both processes.</param>
internal sealed record RecordedRun(string Id, IReadOnlyList<RecordedRow> Rows, RecordedTimeline Timeline)
{
    /// <param name="folder">Made by a run of the lab.</param>
    /// <exception cref="LabException">It was not, or something in it has been changed.</exception>
    public static RecordedRun Read(string folder)
    {
        try
        {
            var summary = JsonSerializer.Deserialize(File.ReadAllBytes(Path.Combine(folder, "summary.json")), SummaryJson.Default.SummaryDocument)!;
            return summary.Schema != SummaryDocument.CurrentSchema
                ? throw new LabException($"{folder}: its summary.json has the schema '{summary.Schema}'; this lab reads '{SummaryDocument.CurrentSchema}'.")
                : new RecordedRun(
                    summary.Id,
                    [.. summary.Rows.Select(row => RecordedRow.Of(row, File.ReadLines(Path.Combine(folder, "samples", $"{ResultFolder.FileName(row.Name)}.csv"))))],
                    new RecordedTimeline(File.ReadAllLines(Path.Combine(folder, "timeline.csv"))));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or JsonException or FormatException)
        {
            throw new LabException($"{folder} cannot be read as the results of a run: {exception.Message}");
        }
    }
}
