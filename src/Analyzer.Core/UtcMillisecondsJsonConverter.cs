using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Analyzer.Core;

/// <summary>A time as <c>2026-11-21T06:00:00.000Z</c>: one form, of one length, that sorts as text.</summary>
internal sealed class UtcMillisecondsJsonConverter : JsonConverter<DateTimeOffset>
{
    private const string Format = "yyyy-MM-dd'T'HH:mm:ss.fff'Z'";

    public override DateTimeOffset Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        reader.GetDateTimeOffset().ToUniversalTime();

    public override void Write(Utf8JsonWriter writer, DateTimeOffset value, JsonSerializerOptions options) =>
        writer.WriteStringValue(value.UtcDateTime.ToString(Format, CultureInfo.InvariantCulture));
}
