using System.Text.Json;

namespace Load.Systems.Analyzer.Transports.Rest;

/// <summary>A page of the listing, as far as the lab checks it: how many reports, and which is the first.</summary>
internal static class Listing
{
    /// <summary>Read to its end, so that a page which is cut short is noticed.</summary>
    /// <param name="json">The answer of REST.</param>
    public static AnalyzerResponse Read(ReadOnlySpan<byte> json)
    {
        try
        {
            var reader = new Utf8JsonReader(json);
            using var page = JsonDocument.ParseValue(ref reader);
            var reports = page.RootElement.GetProperty("reports");
            var first = reports.GetArrayLength() == 0
                ? default
                : RestReport.Read(JsonSerializer.SerializeToUtf8Bytes(reports[0]), AnalyzerResponseKind.Listed);
            return new AnalyzerResponse(AnalyzerResponseKind.Listed, first.Sha256, first.Verdict, reports.GetArrayLength());
        }
        catch (Exception exception) when (exception is JsonException or InvalidOperationException or KeyNotFoundException)
        {
            return AnalyzerResponse.Failed("the answer is not a page of reports");
        }
    }
}
