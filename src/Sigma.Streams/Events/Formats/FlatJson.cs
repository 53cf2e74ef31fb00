using System.Buffers;
using System.Text.Encodings.Web;
using System.Text.Json;

namespace Sigma.Streams.Events.Formats;

/// <summary>Writes an object of texts.</summary>
internal static class FlatJson
{
    private static readonly JsonWriterOptions Options =
        new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping, SkipValidation = true };

    public static byte[] Of(IEnumerable<KeyValuePair<string, string>> members) =>
        Of(members.Select(member => KeyValuePair.Create(member.Key, (IReadOnlyList<string>)[member.Value])));

    /// <param name="members">Each with its value, or with several, which are an array.</param>
    public static byte[] Of(IEnumerable<KeyValuePair<string, IReadOnlyList<string>>> members)
    {
        var buffer = new ArrayBufferWriter<byte>(512);
        using (var json = new Utf8JsonWriter(buffer, Options))
        {
            json.WriteStartObject();
            foreach (var (name, values) in members)
            {
                json.WritePropertyName(name);
                if (values is [var value])
                {
                    json.WriteStringValue(value);
                    continue;
                }

                json.WriteStartArray();
                foreach (var one in values)
                {
                    json.WriteStringValue(one);
                }

                json.WriteEndArray();
            }

            json.WriteEndObject();
        }

        return buffer.WrittenSpan.ToArray();
    }
}
