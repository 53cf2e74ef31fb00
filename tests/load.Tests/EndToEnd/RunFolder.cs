using System.Text.Json;
using Load.Results.Summary;

namespace Load.Tests.EndToEnd;

/// <summary>Reads what a run of the lab left.</summary>
internal static class RunFolder
{
    public static Task<string> ReadAsync(this LabProcess lab, string file) =>
        File.ReadAllTextAsync(Path.Combine(lab.Results.FullName, file), TestContext.Current.CancellationToken);

    public static async Task<SummaryDocument> ReadSummaryAsync(this LabProcess lab) =>
        JsonSerializer.Deserialize(await lab.ReadAsync("summary.json"), SummaryJson.Default.SummaryDocument)!;
}
