using System.Text.Json.Nodes;
using Analyzer.Core;
using Analyzer.Engines;

namespace Analyzer.Service.Features.OpenApi;

/// <summary>An example for readers: what the engine itself says of a small PDF.</summary>
internal static class ReportExamples
{
    public static JsonNode Report { get; } = Create();

    private static JsonNode Create()
    {
        using var analysis = new FileAnalysis();
        analysis.Append("%PDF-1.7 1 0 obj << /OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >> >> endobj"u8);
        var report = analysis.Complete(DateTimeOffset.UnixEpoch, TimeSpan.FromMilliseconds(0.1));
        return JsonNode.Parse(ReportJson.Serialize(report))!;
    }
}
