using System.Buffers;
using System.Globalization;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Unicode;
using Journal.Features.Http;
using Journal.Features.Protobuf;

namespace Journal.Features.Loki;

/// <summary>
/// The entries of a push request of Loki's, each stored as the JSON of a request that has it alone: its stream's labels, its time, its
/// line, and its structured metadata. It can be sent again as it is.
/// </summary>
internal static class LokiPushes
{
    private const int Streams = 1; // of PushRequest
    private const int Labels = 1; // of a stream
    private const int Entries = 2;
    private const int Time = 1; // of an entry
    private const int Line = 2;
    private const int Metadata = 3;

    private static readonly JsonWriterOptions Readable = new()
    {
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        SkipValidation = true,
    };

    /// <param name="request">JSON, with <c>values</c>, or <c>entries</c> as before Loki 1.0.</param>
    /// <returns>Each is valid until the next one is asked for.</returns>
    /// <exception cref="JsonException">This is no such request.</exception>
    public static IEnumerable<ReadOnlyMemory<byte>> OfJson(ReadOnlyMemory<byte> request)
    {
        var document = new ArrayBufferWriter<byte>();
        foreach (var stream in JsonParts.Members(JsonParts.Single(request)).Where(member => member.Name == "streams")
            .SelectMany(member => JsonParts.Items(member.Value)))
        {
            var members = JsonParts.Members(stream);
            var shared = new ArrayBufferWriter<byte>();
            foreach (var member in members.Where(member => member.Name is not ("values" or "entries")))
            {
                JsonParts.WriteCompact(member.Whole.Span, shared);
                shared.Write(","u8);
            }

            foreach (var list in members.Where(member => member.Name is "values" or "entries"))
            {
                foreach (var entry in JsonParts.Items(list.Value))
                {
                    Check(entry, isPair: list.Name == "values");
                    document.ResetWrittenCount();
                    document.Write("{\"streams\":[{"u8);
                    document.Write(shared.WrittenSpan);
                    document.Write(list.Name == "values" ? "\"values\":["u8 : "\"entries\":["u8);
                    JsonParts.WriteCompact(entry.Span, document);
                    document.Write("]}]}"u8);
                    yield return document.WrittenMemory;
                }
            }
        }
    }

    /// <param name="request">A <c>PushRequest</c>, unpacked.</param>
    /// <returns>Each is valid until the next one is asked for.</returns>
    /// <exception cref="InvalidDataException">This is no such request.</exception>
    public static IEnumerable<ReadOnlyMemory<byte>> OfProtobuf(ReadOnlyMemory<byte> request)
    {
        var document = new ArrayBufferWriter<byte>();
        using var json = new Utf8JsonWriter(document, Readable);
        foreach (var stream in WireField.Of(request).Where(field => field is { Number: Streams, Form: WireForm.Bytes }))
        {
            var labels = Last(stream.Bytes, Labels);
            foreach (var entry in WireField.Of(stream.Bytes).Where(field => field is { Number: Entries, Form: WireForm.Bytes }))
            {
                document.ResetWrittenCount();
                json.Reset(document);
                json.WriteStartObject();
                json.WriteStartArray("streams"u8);
                json.WriteStartObject();
                WriteLabels(labels, json);
                json.WriteStartArray("values"u8);
                var isExact = WriteEntry(entry.Bytes, json) && Utf8.IsValid(labels.Span);
                json.WriteEndArray();
                json.WriteEndObject();
                json.WriteEndArray();
                if (!isExact)
                {
                    json.WriteBase64String("protobuf"u8, Alone(labels, entry.Bytes));
                }

                json.WriteEndObject();
                json.Flush();
                yield return document.WrittenMemory;
            }
        }
    }

    /// <summary>A time and a line, and metadata if there are any.</summary>
    private static void Check(ReadOnlyMemory<byte> entry, bool isPair)
    {
        if (!isPair)
        {
            JsonParts.Members(entry);
            return;
        }

        var parts = JsonParts.Items(entry).Take(4).ToList();
        if (parts.Count is < 2 or > 3 || parts[0].Span[0] != '"' || parts[1].Span[0] != '"'
            || (parts.Count == 3 && parts[2].Span[0] != '{')
            || !ulong.TryParse(parts[0].Span[1..^1], CultureInfo.InvariantCulture, out _))
        {
            throw new JsonException(
                "couldn't parse push request: a value is [\"nanoseconds since 1970\", \"line\"], and {metadata} may follow.");
        }
    }

    private static void WriteLabels(ReadOnlyMemory<byte> text, Utf8JsonWriter json)
    {
        var labels = System.Text.Encoding.UTF8.GetString(text.Span);
        if (LabelText.Read(labels) is not { } pairs)
        {
            json.WriteString("labels"u8, labels);
            return;
        }

        json.WriteStartObject("stream"u8);
        foreach (var (name, value) in pairs)
        {
            json.WriteString(name, value);
        }

        json.WriteEndObject();
    }

    /// <returns>Whether the JSON tells all of it.</returns>
    private static bool WriteEntry(ReadOnlyMemory<byte> entry, Utf8JsonWriter json)
    {
        var time = Last(entry, Time);
        var (seconds, nanoseconds) = (ValueOf(time, 1), ValueOf(time, 2));
        var line = Last(entry, Line);
        json.WriteStartArray();
        json.WriteStringValue($"{(Int128)(long)seconds * 1_000_000_000 + (int)nanoseconds}");
        json.WriteStringValue(System.Text.Encoding.UTF8.GetString(line.Span));
        var isExact = Utf8.IsValid(line.Span);
        var isOpen = false;
        foreach (var pair in WireField.Of(entry).Where(field => field.Number == Metadata))
        {
            if (!isOpen)
            {
                json.WriteStartObject();
                isOpen = true;
            }

            var (name, value) = (Last(pair.Bytes, 1), Last(pair.Bytes, 2));
            isExact &= Utf8.IsValid(name.Span) && Utf8.IsValid(value.Span);
            json.WriteString(System.Text.Encoding.UTF8.GetString(name.Span), System.Text.Encoding.UTF8.GetString(value.Span));
        }

        if (isOpen)
        {
            json.WriteEndObject();
        }

        json.WriteEndArray();
        return isExact && WireField.Of(entry).All(field => field.Number is Time or Line or Metadata);
    }

    private static ReadOnlyMemory<byte> Last(ReadOnlyMemory<byte> message, int number) =>
        WireField.Of(message).LastOrDefault(field => field.Number == number).Bytes;

    private static ulong ValueOf(ReadOnlyMemory<byte> message, int number) =>
        WireField.Of(message).LastOrDefault(field => field.Number == number).Value;

    private static ReadOnlySpan<byte> Alone(ReadOnlyMemory<byte> labels, ReadOnlyMemory<byte> entry)
    {
        var (stream, request) = (new ArrayBufferWriter<byte>(), new ArrayBufferWriter<byte>());
        stream.WriteBytes(Labels, labels.Span);
        stream.WriteBytes(Entries, entry.Span);
        request.WriteBytes(Streams, stream.WrittenSpan);
        return request.WrittenSpan;
    }
}
