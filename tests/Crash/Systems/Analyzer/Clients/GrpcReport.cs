using System.Buffers;
using System.Globalization;
using System.Text.Encodings.Web;
using System.Text.Json;
using Analyzer.Protos.V1;

namespace Crash.Systems.Analyzer.Clients;

/// <summary>
/// Writes a report that came as protobuf in the JSON form that REST answers with (ARCHITECTURE.md, contracts). It shares no code with the
/// service: whatever one of the two leaves out, adds or rounds differently shows as a difference of bytes.
/// </summary>
internal static class GrpcReport
{
    private const string TimeFormat = "yyyy-MM-dd'T'HH:mm:ss.fff'Z'";

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
            WriteVerdict(json, report.Verdict);
            json.WriteNumber("score", report.Score);
            WriteFindings(json, report.Findings);
            WritePdf(json, report.Pdf);
            WriteCoverage(json, report.Coverage);
            WriteArray(json, "unable", report.Unable, unable => WriteUnable(json, unable));
            WriteArray(json, "parts", report.Parts, part => WritePart(json, part));
            json.WriteNumber("entropy", report.Entropy);
            json.WriteString("engine", report.Engine);
            json.WriteString("analyzedAt", report.AnalyzedAt.ToDateTime().ToString(TimeFormat, CultureInfo.InvariantCulture));
            json.WriteNumber("elapsedMs", report.ElapsedMs);
            json.WriteEndObject();
        }

        return buffer.WrittenSpan.ToArray();
    }

    private static void WriteVerdict(Utf8JsonWriter json, Verdict verdict) =>
        json.WriteString("verdict", verdict.ToString().ToLowerInvariant());

    private static void WriteUnable(Utf8JsonWriter json, UnableReason unable)
    {
        json.WriteStartObject();
        json.WriteString("reason", unable.Reason);
        json.WriteNumber("count", unable.Count);
        json.WriteString("text", unable.Text);
        WriteArray(json, "places", unable.Places, place => WritePlace(json, place));
        json.WriteEndObject();
    }

    private static void WritePart(Utf8JsonWriter json, FilePart part)
    {
        json.WriteStartObject();
        WriteWhen(json, part.HasName, "name", part.Name);
        json.WriteNumber("offset", part.Offset);
        WriteWhen(json, part.HasMediaType, "mediaType", part.MediaType);
        if (part.HasSize)
        {
            json.WriteNumber("size", part.Size);
        }

        WriteWhen(json, part.HasSha256, "sha256", part.Sha256);
        WriteVerdict(json, part.Verdict);
        json.WriteNumber("score", part.Score);
        WriteFindings(json, part.Findings);
        WriteArray(json, "unable", part.Unable, unable => WriteUnable(json, unable));
        WriteArray(json, "parts", part.Parts, inner => WritePart(json, inner));
        json.WriteEndObject();
    }

    private static void WriteWhen(Utf8JsonWriter json, bool isKnown, string name, string value)
    {
        if (isKnown)
        {
            json.WriteString(name, value);
        }
    }

    private static void WriteFindings(Utf8JsonWriter json, IEnumerable<Finding> findings)
    {
        json.WriteStartArray("findings");
        foreach (var finding in findings)
        {
            json.WriteStartObject();
            json.WriteString("rule", finding.Rule);
            json.WriteNumber("points", finding.Points);
            json.WriteNumber("count", finding.Count);
            json.WriteNumber("offset", finding.Offset);
            json.WriteString("reason", finding.Reason);
            WriteArray(json, "places", finding.Places, place => WritePlace(json, place));
            if (finding.HasTrigger)
            {
                json.WriteString("trigger", finding.Trigger);
            }

            if (finding.HasExcerpt)
            {
                json.WriteString("excerpt", finding.Excerpt);
            }

            json.WriteEndObject();
        }

        json.WriteEndArray();
    }

    // An array that is empty is absent.
    private static void WriteArray<T>(Utf8JsonWriter json, string name, IReadOnlyCollection<T> items, Action<T> write)
    {
        if (items.Count == 0)
        {
            return;
        }

        json.WriteStartArray(name);
        foreach (var item in items)
        {
            write(item);
        }

        json.WriteEndArray();
    }

    private static void WritePlace(Utf8JsonWriter json, Place place)
    {
        json.WriteStartObject();
        json.WriteNumber("offset", place.Offset);
        if (place.HasObject)
        {
            json.WriteNumber("object", place.Object);
        }

        if (place.HasInside)
        {
            json.WriteNumber("inside", place.Inside);
        }

        json.WriteEndObject();
    }

    private static void WriteCounts(Utf8JsonWriter json, string name, IEnumerable<KeywordCount> keywords)
    {
        json.WriteStartObject(name);
        foreach (var keyword in keywords)
        {
            json.WriteNumber(keyword.Name, keyword.Count);
        }

        json.WriteEndObject();
    }

    private static void WriteScript(Utf8JsonWriter json, PdfScript script)
    {
        json.WriteStartObject();
        json.WritePropertyName("place");
        WritePlace(json, script.Place);
        json.WriteNumber("length", script.Length);
        json.WriteString("sha256", script.Sha256);
        json.WriteString("text", script.Text);
        if (script.Cut)
        {
            json.WriteBoolean("cut", true);
        }

        json.WriteEndObject();
    }

    private static void WriteAttachment(Utf8JsonWriter json, PdfAttachment attachment)
    {
        json.WriteStartObject();
        WriteWhen(json, attachment.HasName, "name", attachment.Name);
        json.WritePropertyName("place");
        WritePlace(json, attachment.Place);
        if (attachment.HasSize)
        {
            json.WriteNumber("size", attachment.Size);
        }

        WriteWhen(json, attachment.HasSha256, "sha256", attachment.Sha256);
        WriteWhen(json, attachment.HasMediaType, "mediaType", attachment.MediaType);
        WriteWhen(json, attachment.HasKind, "kind", attachment.Kind);
        json.WriteEndObject();
    }

    private static void WriteCoverage(Utf8JsonWriter json, Coverage? coverage)
    {
        if (coverage is null)
        {
            return;
        }

        json.WriteStartObject("coverage");
        json.WriteNumber("streams", coverage.Streams);
        json.WriteNumber("opened", coverage.Opened);
        json.WriteStartObject("skipped");
        json.WriteNumber("image", coverage.Skipped.Image);
        json.WriteNumber("font", coverage.Skipped.Font);
        json.WriteNumber("other", coverage.Skipped.Other);
        json.WriteNumber("unknownFilter", coverage.Skipped.UnknownFilter);
        json.WriteNumber("overLimit", coverage.Skipped.OverLimit);
        json.WriteNumber("encrypted", coverage.Skipped.Encrypted);
        json.WriteNumber("broken", coverage.Skipped.Broken);
        json.WriteEndObject();
        json.WriteNumber("unopenedObjectStreams", coverage.UnopenedObjectStreams);
        json.WriteNumber("unreadScripts", coverage.UnreadScripts);
        json.WriteNumber("actionsWithoutTarget", coverage.ActionsWithoutTarget);
        json.WriteNumber("decodedBytes", coverage.DecodedBytes);
        WriteUnlessZero(json, "parts", coverage.Parts);
        WriteUnlessZero(json, "openedParts", coverage.OpenedParts);
        WriteUnlessZero(json, "partBytes", coverage.PartBytes);
        json.WriteEndObject();
    }

    private static void WriteUnlessZero(Utf8JsonWriter json, string name, long value)
    {
        if (value != 0)
        {
            json.WriteNumber(name, value);
        }
    }

    private static void WritePdf(Utf8JsonWriter json, PdfSummary? pdf)
    {
        if (pdf is null)
        {
            return;
        }

        json.WriteStartObject("pdf");
        json.WriteString("version", pdf.Version);
        WriteCounts(json, "keywords", pdf.Keywords);
        json.WriteNumber("obfuscated", pdf.Obfuscated);
        if (pdf.Inside.Count > 0)
        {
            WriteCounts(json, "inside", pdf.Inside);
        }

        WriteArray(json, "scripts", pdf.Scripts, script => WriteScript(json, script));
        WriteArray(json, "attachments", pdf.Attachments, attachment => WriteAttachment(json, attachment));
        WriteArray(json, "links", pdf.Links, json.WriteStringValue);
        json.WriteEndObject();
    }
}
