using System.Buffers;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;

namespace Journal.Features.Fluent;

/// <summary>A message of the forward protocol: entries of one tag, in any of its four modes.</summary>
/// <param name="Tag">Of all entries.</param>
/// <param name="Single">The time and record of mode Message; null in the others.</param>
/// <param name="Entries">Pairs of time and record, one after another, packed perhaps.</param>
/// <param name="Coding">How they are packed; null if they are not.</param>
/// <param name="Chunk">What the sender wants to hear when they are stored; null for nothing.</param>
internal sealed record ForwardMessage(
    string Tag, ReadOnlyMemory<byte>? Single, ReadOnlyMemory<byte> Entries, string? Coding, ReadOnlyMemory<byte>? Chunk)
{
    private const int MaxTagBytes = 1024; // each entry is stored with it

    private static readonly JsonWriterOptions Readable = new()
    {
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        SkipValidation = true,
    };

    /// <param name="message">A whole value.</param>
    /// <returns>Null for a heartbeat.</returns>
    /// <exception cref="InvalidDataException">It is no such message.</exception>
    public static ForwardMessage? Read(ReadOnlyMemory<byte> message)
    {
        var reader = new PackReader(message);
        if (reader.Peek().Kind == PackKind.Nil)
        {
            return null;
        }

        var count = reader.List("a message");
        var tag = count >= 2 ? reader.Next() : default;
        if (tag.Kind is not (PackKind.Text or PackKind.Bytes) || tag.End - tag.Start > MaxTagBytes)
        {
            throw new InvalidDataException("It is not the forward protocol of Fluentd: a message has no tag, or a very long one.");
        }

        var body = reader.Peek();
        var (single, entries, read) = (default(ReadOnlyMemory<byte>?), default(ReadOnlyMemory<byte>), 2);
        switch (body.Kind)
        {
            case PackKind.List:
                reader.Next();
                var start = reader.At;
                for (var left = body.Number; left > 0; left--)
                {
                    reader.Skip();
                }

                entries = reader.Since(start);
                break;
            case PackKind.Text or PackKind.Bytes:
                entries = reader.Memory(reader.Next());
                break;
            default:
                if (count < 3)
                {
                    throw new InvalidDataException("It is not the forward protocol of Fluentd: a message has no record.");
                }

                var time = reader.At;
                reader.Skip();
                reader.Skip();
                (single, read) = (reader.Since(time), 3);
                break;
        }

        var (coding, chunk) = count > read ? Options(reader) : (null, null);
        return new(Encoding.UTF8.GetString(reader.Content(tag)), single, entries, coding, chunk);
    }

    /// <summary>
    /// Each entry as <c>{"tag":"…","time":…,"record":{…}}</c>, with <c>metadata</c> if it has some, and all of it as <c>msgpack</c> if JSON
    /// cannot tell all.
    /// </summary>
    /// <param name="entries">Unpacked.</param>
    /// <returns>Each is valid until the next one is asked for.</returns>
    /// <exception cref="InvalidDataException">An entry is none.</exception>
    public IEnumerable<ReadOnlyMemory<byte>> Documents(ReadOnlyMemory<byte> entries)
    {
        var document = new ArrayBufferWriter<byte>();
        using var json = new Utf8JsonWriter(document, Readable);
        var reader = new PackReader(Single ?? entries);
        while (!reader.IsEnd)
        {
            var start = reader.At;
            if (Single is null && reader.List("an entry") < 2)
            {
                throw new InvalidDataException("An entry of a chunk has no record.");
            }

            document.ResetWrittenCount();
            json.Reset(document);
            json.WriteStartObject();
            json.WriteString("tag"u8, Tag);
            var isExact = WriteEntry(reader, json);
            if (!isExact)
            {
                json.WriteBase64String("msgpack"u8, reader.Since(start).Span);
            }

            json.WriteEndObject();
            json.Flush();
            yield return document.WrittenMemory;
        }
    }

    /// <summary>Fluent Bit's entries have a time and metadata in a list, where others have a time.</summary>
    private static bool WriteEntry(PackReader reader, Utf8JsonWriter json)
    {
        var metadata = default(ReadOnlyMemory<byte>?);
        bool isExact;
        json.WritePropertyName("time"u8);
        if (reader.Peek() is { Kind: PackKind.List, Number: 2 })
        {
            reader.Next();
            isExact = PackJson.WriteTime(reader, json);
            var map = reader.Peek();
            var bytes = reader.Skip();
            metadata = map is { Kind: PackKind.Map, Number: 0 } ? metadata : bytes; // empty as a rule
        }
        else
        {
            isExact = PackJson.WriteTime(reader, json);
        }

        json.WritePropertyName("record"u8);
        isExact &= PackJson.Write(reader, json);
        if (metadata is { } more)
        {
            json.WritePropertyName("metadata"u8);
            isExact &= PackJson.Write(new(more), json);
        }

        return isExact;
    }

    private static (string? Coding, ReadOnlyMemory<byte>? Chunk) Options(PackReader reader)
    {
        var (coding, chunk) = (default(string), default(ReadOnlyMemory<byte>?));
        if (reader.Peek().Kind != PackKind.Map)
        {
            reader.Skip();
            return (null, null);
        }

        for (var pairs = reader.Next().Number; pairs > 0; pairs--)
        {
            var key = reader.Next();
            var name = key.Kind is PackKind.Text or PackKind.Bytes ? Encoding.UTF8.GetString(reader.Content(key)) : "";
            var value = reader.Peek();
            var isText = value.Kind is PackKind.Text or PackKind.Bytes;
            var start = reader.At;
            reader.Skip();
            coding = name == "compressed" && isText ? Encoding.UTF8.GetString(reader.Content(value)) : coding;
            chunk = name == "chunk" && value.Kind != PackKind.Nil ? reader.Since(start) : chunk;
        }

        return (coding is "text" or "identity" or "" ? null : coding, chunk);
    }
}
