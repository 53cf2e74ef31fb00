using System.Text.Json;

namespace Load.Transports.Rest;

/// <summary>A page of the listing, as far as the lab checks it: how many reports, and which is the first.</summary>
internal static class Listing
{
    /// <summary>Read to its end, so that a page which is cut short is noticed.</summary>
    /// <param name="json">As REST answers it.</param>
    public static Answer Read(ReadOnlySpan<byte> json)
    {
        try
        {
            var reader = new Utf8JsonReader(json);
            using var page = JsonDocument.ParseValue(ref reader);
            var reports = page.RootElement.GetProperty("reports");
            var first = reports.GetArrayLength() == 0 ? default : ReportJson.Read(JsonSerializer.SerializeToUtf8Bytes(reports[0]), Reply.Listed);
            return new Answer(Reply.Listed, first.Sha256, first.Verdict, reports.GetArrayLength());
        }
        catch (Exception exception) when (exception is JsonException or InvalidOperationException or KeyNotFoundException)
        {
            return Answer.Failed("the answer is not a page of reports");
        }
    }
}
