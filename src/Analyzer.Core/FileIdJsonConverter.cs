using System.Text.Json;
using System.Text.Json.Serialization;

namespace Analyzer.Core;

internal sealed class FileIdJsonConverter : JsonConverter<FileId>
{
    public override FileId Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        FileId.TryParse(reader.GetString(), out var id) ? id : throw new JsonException("A sha256 has 64 hex digits.");

    public override void Write(Utf8JsonWriter writer, FileId value, JsonSerializerOptions options) => writer.WriteStringValue(value.ToString());
}
