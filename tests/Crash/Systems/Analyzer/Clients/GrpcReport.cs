using System.Buffers;
using System.Collections;
using System.Globalization;
using System.Text.Encodings.Web;
using System.Text.Json;
using Analyzer.Protos.V1;
using Google.Protobuf;
using Google.Protobuf.Reflection;
using Google.Protobuf.WellKnownTypes;

namespace Crash.Systems.Analyzer.Clients;

/// <summary>
/// Writes a report that came as protobuf in the JSON form that REST answers with (ARCHITECTURE.md, contracts): every field of the contract
/// by its JSON name, apart from the exceptions below. It shares no code with the service: whatever one of the two leaves out, adds or
/// rounds differently shows as a difference of bytes.
/// </summary>
internal static class GrpcReport
{
    private const string TimeFormat = "yyyy-MM-dd'T'HH:mm:ss.fff'Z'";

    /// <summary>Lists that are written even when they are empty.</summary>
    private static readonly HashSet<string> Always = ["findings", "keywords"];

    /// <summary>Fields without presence that are absent when they are zero.</summary>
    private static readonly HashSet<string> UnlessZero =
        ["PdfScript.cut", "PdfSummary.scripts_not_listed", "Coverage.parts", "Coverage.opened_parts", "Coverage.part_bytes"];

    /// <summary>Fields that REST writes behind another one; all others come in the order of the contract.</summary>
    private static readonly Dictionary<string, string> Behind = new()
    {
        ["AnalysisReport.coverage"] = "AnalysisReport.pdf",
        ["AnalysisReport.unable"] = "AnalysisReport.pdf",
        ["AnalysisReport.parts"] = "AnalysisReport.pdf",
        ["Finding.trigger"] = "Finding.places",
        ["PdfSummary.encryption"] = "PdfSummary.inside",
        ["PdfSummary.scripts_not_listed"] = "PdfSummary.scripts",
    };

    private static readonly JsonWriterOptions Options = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    /// <returns>UTF-8.</returns>
    public static byte[] ToJson(AnalysisReport report)
    {
        var buffer = new ArrayBufferWriter<byte>(2048);
        using (var json = new Utf8JsonWriter(buffer, Options))
        {
            WriteMessage(json, report);
        }

        return buffer.WrittenSpan.ToArray();
    }

    private static void WriteMessage(Utf8JsonWriter json, IMessage message)
    {
        json.WriteStartObject();
        foreach (var field in FieldsOf(message.Descriptor).Where(field => IsWritten(field, message)))
        {
            json.WritePropertyName(field.JsonName);
            Write(json, field.Accessor.GetValue(message));
        }

        json.WriteEndObject();
    }

    private static IEnumerable<FieldDescriptor> FieldsOf(MessageDescriptor message)
    {
        var all = message.Fields.InDeclarationOrder().Where(field => field.FieldType != FieldType.Bytes).ToList();
        return all.Where(field => !Behind.ContainsKey(NameOf(field)))
            .SelectMany(field => all.Where(other => Behind.GetValueOrDefault(NameOf(other)) == NameOf(field)).Prepend(field));
    }

    private static string NameOf(FieldDescriptor field) => $"{field.ContainingType.Name}.{field.Name}";

    private static bool IsWritten(FieldDescriptor field, IMessage message) =>
        field.IsRepeated ? Always.Contains(field.Name) || ((IList)field.Accessor.GetValue(message)).Count > 0
        : field.HasPresence ? field.Accessor.HasValue(message)
        : !UnlessZero.Contains(NameOf(field)) || field.Accessor.GetValue(message) is not (0 or 0L or 0u or 0ul or false);

    private static void Write(Utf8JsonWriter json, object value)
    {
        switch (value)
        {
            case string text: json.WriteStringValue(text); break;
            case bool flag: json.WriteBooleanValue(flag); break;
            case double number: json.WriteNumberValue(number); break;
            case System.Enum one: json.WriteStringValue($"{one}".ToLowerInvariant()); break;
            case Timestamp time: json.WriteStringValue(time.ToDateTime().ToString(TimeFormat, CultureInfo.InvariantCulture)); break;
            case IEnumerable<KeywordCount> counts: WriteCounts(json, counts); break;
            case IMessage message: WriteMessage(json, message); break;
            case IList items: WriteArray(json, items); break;
            default: json.WriteNumberValue(Convert.ToInt64(value, CultureInfo.InvariantCulture)); break;
        }
    }

    private static void WriteArray(Utf8JsonWriter json, IList items)
    {
        json.WriteStartArray();
        foreach (var item in items)
        {
            Write(json, item!);
        }

        json.WriteEndArray();
    }

    private static void WriteCounts(Utf8JsonWriter json, IEnumerable<KeywordCount> counts)
    {
        json.WriteStartObject();
        foreach (var count in counts)
        {
            json.WriteNumber(count.Name, count.Count);
        }

        json.WriteEndObject();
    }
}
