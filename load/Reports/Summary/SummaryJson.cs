using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Load.Reports.Summary;

[JsonSourceGenerationOptions(JsonSerializerDefaults.Web)]
[JsonSerializable(typeof(SummaryDocument))]
internal sealed partial class SummaryJson : JsonSerializerContext
{
    public static SummaryJson Indented { get; } = new(new JsonSerializerOptions(JsonSerializerDefaults.Web)
    {
        WriteIndented = true,
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    });

    public static byte[] Write(SummaryDocument document) => JsonSerializer.SerializeToUtf8Bytes(document, Indented.SummaryDocument);
}
