using System.Text.Json.Nodes;

namespace Analyzer.Service.Tests.Edges;

/// <summary>What a client of either edge sees, in one form, so that a table of cases can be held against both.</summary>
/// <param name="Status">HTTP status code or gRPC status name.</param>
/// <param name="Report">The report as JSON of the REST form, without the two times that differ from run to run; null for none.</param>
internal sealed record Answer(string Status, string Detail, bool? Known, JsonObject? Report, TimeSpan? RetryAfter)
{
    public static JsonObject WithoutTimes(JsonObject report)
    {
        report.Remove("analyzedAt");
        report.Remove("elapsedMs");
        return report;
    }
}
