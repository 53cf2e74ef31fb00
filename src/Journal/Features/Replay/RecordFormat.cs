using System.Buffers;
using System.Globalization;
using System.Text;
using System.Text.Json;
using System.Text.Unicode;
using Journal.Features.Replay.Attributes;
using Journal.Log.Frames;
using Journal.Log.Writing;

namespace Journal.Features.Replay;

/// <summary>How a record is written out, without the line break at its end.</summary>
internal delegate void RecordFormat(LogRecord record, ArrayBufferWriter<byte> output);

/// <summary>The formats by their names.</summary>
internal static class RecordFormats
{
    public const string Raw = "raw";
    public const string Rfc5424 = "rfc5424";
    public const string Json = "json";
    public const string Event = "event";

    /// <summary>The member of an event that says where the log has it.</summary>
    private const string Place = "journal";
    private static readonly RecordFormat AsItCame = (record, output) => output.Write(record.Message.Span);

    // RFC 5424, section 6
    private const int MaxHost = 255;
    private const int MaxApp = 48;
    private const int MaxProcess = 128;

    private const int UserFacility = 8;
    private const int UserNotice = 13; // RFC 3164, section 4.3.3: for a message without priority

    public static RecordFormat Of(string name) => name switch
    {
        Rfc5424 => WriteRfc5424,
        Json => WriteJson,
        Event => WriteEvent,
        _ => AsItCame,
    };

    /// <summary>Whether a record is written unchanged: then it need not be copied.</summary>
    public static bool IsRaw(RecordFormat format) => ReferenceEquals(format, AsItCame);

    private static void WriteRfc5424(LogRecord record, ArrayBufferWriter<byte> output)
    {
        if ((record.Marks & RecordMarks.Json) == RecordMarks.Rfc5424)
        {
            output.Write(record.Message.Span);
            return;
        }

        var fields = SyslogFields.Of(record);
        var time = (fields.Time ?? Clock.Instant(record.ReceivedAt)).UtcDateTime
            .ToString("yyyy-MM-dd'T'HH:mm:ss.ffffff'Z'", CultureInfo.InvariantCulture);
        var priority = fields.Priority ?? (UserFacility + fields.Severity) ?? UserNotice;
        output.Write(Encoding.UTF8.GetBytes($"<{priority}>1 {time} "));
        WriteWord(fields.Host, MaxHost);
        WriteWord(fields.App, MaxApp);
        WriteWord(fields.Process, MaxProcess);
        output.Write(fields.StructuredData is null ? "- - "u8 : default);
        output.Write((fields.Tail ?? fields.Text).Span);

        void WriteWord(string? word, int max) => output.Write(Encoding.ASCII.GetBytes(
            [.. (string.IsNullOrEmpty(word) ? "-" : word).Take(max).Select(letter => letter is > ' ' and <= '~' ? letter : '_'), ' ']));
    }

    private static void WriteJson(LogRecord record, ArrayBufferWriter<byte> output)
    {
        using var json = new Utf8JsonWriter(output);
        json.WriteStartObject();
        WriteFields(json, record);
        json.WriteEndObject();
    }

    /// <summary>
    /// A message that is an object of JSON with all its members, and its place in the log; any other as <see cref="Json"/> has it. One that
    /// names a place itself is such another: nobody can pretend to stand elsewhere in the log.
    /// </summary>
    private static void WriteEvent(LogRecord record, ArrayBufferWriter<byte> output)
    {
        if (EventOf(record) is { } written)
        {
            output.Write(written.Span);
        }
        else
        {
            WriteJson(record, output);
        }
    }

    /// <returns>Null if the message is no object, names a place, or has a text that is no text (half a surrogate).</returns>
    private static ReadOnlyMemory<byte>? EventOf(LogRecord record)
    {
        if (record.Message.Span.TrimStart(" \t\r\n"u8) is not [(byte)'{', ..] || !Utf8.IsValid(record.Message.Span))
        {
            return null;
        }

        var buffer = new ArrayBufferWriter<byte>();
        try
        {
            using var message = JsonDocument.Parse(record.Message);
            if (message.RootElement.TryGetProperty(Place, out _))
            {
                return null;
            }

            using var json = new Utf8JsonWriter(buffer);
            json.WriteStartObject();
            json.WriteStartObject(Place);
            WritePlace(json, record);
            json.WriteEndObject();
            foreach (var member in message.RootElement.EnumerateObject())
            {
                member.WriteTo(json);
            }

            json.WriteEndObject();
            json.Flush();
            return buffer.WrittenMemory;
        }
        catch (Exception malformed) when (malformed is JsonException or InvalidOperationException)
        {
            return null; // not JSON after all, or cut
        }
    }

    private static void WritePlace(Utf8JsonWriter json, LogRecord record)
    {
        json.WriteNumber("sequence", record.Sequence);
        json.WriteString("receivedAt", Clock.Instant(record.ReceivedAt));
        json.WriteString("by", record.Source.Kind.ToString().ToLowerInvariant());
        json.WriteString("source", record.Source.Name);
    }

    /// <summary>The properties of a record, within an object.</summary>
    public static void WriteFields(Utf8JsonWriter json, LogRecord record)
    {
        var fields = SyslogFields.Of(record);
        WritePlace(json, record);
        if (fields.Severity is { } severity)
        {
            json.WriteNumber("severity", severity);
        }

        if (fields.Facility is { } facility)
        {
            json.WriteNumber("facility", facility);
        }

        if (fields.Time is { } time)
        {
            json.WriteString("time", time);
        }

        WriteKnown("host", fields.Host);
        WriteKnown("app", fields.App);
        WriteKnown("process", fields.Process);

        if (RecordAttributes.Of(record) is { IsEmpty: false } attributes)
        {
            json.WritePropertyName("attributes");
            json.WriteRawValue(attributes.Span, skipInputValidation: true);
        }

        if ((record.Marks & RecordMarks.Suspicious) != 0)
        {
            json.WriteString("suspicious", (record.Marks & RecordMarks.Suspicious).ToString());
        }

        if (Utf8.IsValid(record.Message.Span))
        {
            json.WriteString("message", record.Message.Span);
        }
        else
        {
            json.WriteBase64String("messageBase64", record.Message.Span);
        }

        void WriteKnown(string name, string? value)
        {
            if (value is not null)
            {
                json.WriteString(name, value);
            }
        }
    }
}
