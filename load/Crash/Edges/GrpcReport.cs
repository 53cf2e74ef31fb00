using System.Buffers;
using System.Globalization;
using System.Text.Encodings.Web;
using System.Text.Json;
using Analyzer.Protos.V1;

namespace Load.Crash.Edges;

/// <summary>
/// A report that came as protobuf, in the JSON form that REST answers with (design: contracts), written by the lab on its own: what one
/// edge leaves out, adds or rounds differently is a difference of bytes.
/// </summary>
internal static class GrpcReport
{
    private static readonly JsonWriterOptions Options = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    /// <returns>UTF-8.</returns>
    public static byte[] ToJson(AnalysisReport report)
    {
        var buffer = new ArrayBufferWriter<byte>(2048);
        using (var json = new Utf8JsonWriter(buffer, Options))
        {
            json.WriteStartObject();
            json.WriteString("sha256", report.Sha256);
            json.WriteNumber("size", report.Size);
            json.WriteString("mediaType", report.MediaType);
            json.WriteString("verdict", report.Verdict.ToString().ToLowerInvariant());
            json.WriteNumber("score", report.Score);
            WriteFindings(json, report);
            WritePdf(json, report.Pdf);
            json.WriteNumber("entropy", report.Entropy);
            json.WriteString("engine", report.Engine);
            json.WriteString("analyzedAt", report.AnalyzedAt.ToDateTime().ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'", CultureInfo.InvariantCulture));
            json.WriteNumber("elapsedMs", report.ElapsedMs);
            json.WriteEndObject();
        }

        return buffer.WrittenSpan.ToArray();
    }

    private static void WriteFindings(Utf8JsonWriter json, AnalysisReport report)
    {
        json.WriteStartArray("findings");
        foreach (var finding in report.Findings)
        {
            json.WriteStartObject();
            json.WriteString("rule", finding.Rule);
            json.WriteNumber("points", finding.Points);
            json.WriteNumber("count", finding.Count);
            json.WriteNumber("offset", finding.Offset);
            json.WriteString("reason", finding.Reason);
            json.WriteEndObject();
        }

        json.WriteEndArray();
    }

    private static void WritePdf(Utf8JsonWriter json, PdfSummary? pdf)
    {
        if (pdf is null)
        {
            return;
        }

        json.WriteStartObject("pdf");
        json.WriteString("version", pdf.Version);
        json.WriteStartObject("keywords");
        foreach (var keyword in pdf.Keywords)
        {
            json.WriteNumber(keyword.Name, keyword.Count);
        }

        json.WriteEndObject();
        json.WriteNumber("obfuscated", pdf.Obfuscated);
        json.WriteEndObject();
    }
}
