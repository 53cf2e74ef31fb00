using System.Text.Json;
using System.Text.Json.Serialization;

namespace Analyzer.Core;

internal sealed class PdfKeywordsJsonConverter : JsonConverter<PdfKeywords>
{
    public override PdfKeywords Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
    {
        var counts = new long[PdfKeywords.Names.Length];
        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            var index = PdfKeywords.Names.IndexOf(reader.GetString()!);
            reader.Read();
            if (index >= 0)
            {
                counts[index] = reader.GetInt64();
            }
        }

        return new PdfKeywords([.. counts]);
    }

    public override void Write(Utf8JsonWriter writer, PdfKeywords value, JsonSerializerOptions options)
    {
        writer.WriteStartObject();
        for (var i = 0; i < PdfKeywords.Names.Length; i++)
        {
            writer.WriteNumber(PdfKeywords.Names[i], value.Counts[i]);
        }

        writer.WriteEndObject();
    }
}
