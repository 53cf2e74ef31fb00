using System.Text.Json;
using Load.Machine;
using Load.Measuring;
using Load.Results.Summary;

namespace Load.Results.Exporting;

/// <summary>A run as its folder tells of it.</summary>
/// <param name="Id">The run's id.</param>
/// <param name="Rows">The rows of its table.</param>
/// <param name="Timeline">The timeline of all processes.</param>
internal sealed record RecordedRun(string Id, IReadOnlyList<RecordedRow> Rows, RecordedTimeline Timeline)
{
    /// <param name="folder">Made by a run of the lab.</param>
    /// <exception cref="LabException">It was not, or something in it has been changed.</exception>
    public static RecordedRun Read(string folder)
    {
        try
        {
            var content = File.ReadAllBytes(Path.Combine(folder, "summary.json"));
            var summary = JsonSerializer.Deserialize(content, SummaryJson.Default.SummaryDocument)!;
            return summary.Schema != SummaryDocument.CurrentSchema
                ? throw new LabException(
                    $"{folder}: its summary.json has the schema '{summary.Schema}'; this lab reads '{SummaryDocument.CurrentSchema}'.")
                : new RecordedRun(
                    summary.Id,
                    [.. summary.Rows.Select(row => RecordedRow.Of(row, File.ReadLines(SamplesOf(folder, row))))],
                    new RecordedTimeline(File.ReadAllLines(Path.Combine(folder, "timeline.csv"))));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or JsonException or FormatException)
        {
            throw new LabException($"{folder} cannot be read as the results of a run: {exception.Message}");
        }
    }

    private static string SamplesOf(string folder, SummaryRow row) =>
        Path.Combine(folder, "samples", $"{Case.FileNameOf(row.Name)}.csv");
}
