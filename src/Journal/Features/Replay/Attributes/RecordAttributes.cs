using System.Buffers;
using System.Text;
using System.Text.Json;
using Journal.Log.Frames;

namespace Journal.Features.Replay.Attributes;

/// <summary>
/// What a record says in names and values, read from its bytes as an object of JSON: RFC 5424's structured data by its ids, the attributes
/// of OpenTelemetry, Loki's labels and metadata, the members of Fluentd's records, of Splunk's events, of GELF and of other JSON, the
/// fields of systemd's journal, the extensions of CEF and LEEF, and texts of
/// names and values.
/// </summary>
internal static class RecordAttributes
{
    private const int EmptyObjectBytes = 2;
    private const int MaxTagBytes = 80;

    /// <returns>An object; nothing if the record has none, or what looks like some is malformed.</returns>
    public static ReadOnlyMemory<byte> Of(LogRecord record)
    {
        var buffer = new ArrayBufferWriter<byte>();
        try
        {
            using (var json = new Utf8JsonWriter(buffer))
            {
                json.WriteStartObject();
                Write(json, record);
                json.WriteEndObject();
            }

            return buffer.WrittenCount > EmptyObjectBytes ? buffer.WrittenMemory : default;
        }
        catch (Exception malformed) when (malformed is JsonException or InvalidOperationException or ArgumentException)
        {
            return default; // a text in it that is no text
        }
    }

    private static void Write(Utf8JsonWriter json, LogRecord record)
    {
        var fields = SyslogFields.Of(record);
        if (record.Message.Span is [(byte)'{', ..])
        {
            DocumentAttributes.Write(json, record.Message);
        }
        else if (JournaldFields.ListOf(record.Message) is { } entry)
        {
            WriteTexts(json, entry.Where(field => field.Name != "MESSAGE").Select(field => (field.Name, Text(field.Value.Span))));
        }
        else
        {
            foreach (var element in fields.StructuredData ?? [])
            {
                json.WriteStartObject(element.Id);
                WriteTexts(json, element.Parameters);
                json.WriteEndObject();
            }

            var extension = EventExtension.Read(fields.Text.Span).ToList();
            var before = extension.Count > 0 ? fields.Text : WriteObject(json, fields.Text);
            var pairs = PairFields.Read(before.Span)?.Pairs ?? [];
            var isWhole = before.Length == fields.Text.Length;
            WriteTexts(json, extension.Concat(pairs.Where(pair => isWhole || pair.Value.Length > 0)));
        }
    }

    /// <summary>An object of JSON behind the header, as <c>@cee: {…}</c> and many devices write it.</summary>
    /// <returns>The text before it; all of the text if there is none.</returns>
    private static ReadOnlyMemory<byte> WriteObject(Utf8JsonWriter json, ReadOnlyMemory<byte> text)
    {
        var begin = text.Span[..Math.Min(text.Length, MaxTagBytes)].IndexOf((byte)'{');
        if (begin < 0 || text.Span.TrimEnd(" \r\n"u8) is not [.., (byte)'}'])
        {
            return text;
        }

        try
        {
            DocumentAttributes.Write(json, text[begin..]); // parses it before it writes
            return text[..begin];
        }
        catch (JsonException)
        {
            return text; // err={timeout}
        }
    }

    /// <summary>The first of equal names counts.</summary>
    private static void WriteTexts(Utf8JsonWriter json, IEnumerable<(string Name, string Value)> texts)
    {
        foreach (var (name, value) in texts.DistinctBy(text => text.Name))
        {
            json.WriteString(name, value);
        }
    }

    private static string Text(ReadOnlySpan<byte> bytes) => Encoding.UTF8.GetString(bytes);
}
