using System.Buffers;
using System.Globalization;
using System.Text.Encodings.Web;
using System.Text.Json;

namespace Sigma.Streams.Alerts;

/// <summary>An alert as JSON, the same wherever it goes.</summary>
internal static class AlertJson
{
    /// <summary>The longest text of a time, what most alerts take at most, and what a thread keeps for the next one.</summary>
    private const int MaxTimeBytes = 32;
    private const int UsualBytes = 2048;
    private const int MaxKeptBytes = 64 << 10;

    private static readonly JsonWriterOptions Options = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    private static readonly string[] OwnMembers =
        ["rule", "event", "id", "time", "fields", "captures", "custom", "repeats", "record", "@timestamp"];

    /// <summary>Nothing is ever written to it, so that an idle writer holds no other buffer.</summary>
    private static readonly ArrayBufferWriter<byte> Nowhere = new();

    [ThreadStatic]
    private static Utf8JsonWriter? _writer;

    [ThreadStatic]
    private static ArrayBufferWriter<byte>? _buffer;

    /// <summary>Appends the alert, without a line end.</summary>
    public static void Write(IBufferWriter<byte> buffer, Alert alert)
    {
        var json = _writer ??= new(Nowhere, Options);
        json.Reset(buffer);
        try
        {
            Write(json, alert);
            json.Flush();
        }
        finally
        {
            json.Reset(Nowhere);
        }
    }

    public static byte[] Of(Alert alert)
    {
        var buffer = _buffer ??= new(UsualBytes);
        buffer.ResetWrittenCount();
        Write(buffer, alert);
        if (buffer.Capacity > MaxKeptBytes)
        {
            _buffer = null;
        }

        return buffer.WrittenSpan.ToArray();
    }

    private static void Write(Utf8JsonWriter json, Alert alert)
    {
        json.WriteStartObject();
        json.WriteStartObject("rule"u8);
        json.WriteString("id"u8, alert.RuleId);
        json.WriteString("title"u8, alert.Title);
        json.WriteString("level"u8, alert.Level);
        json.WriteEndObject();
        WriteEvent(json, alert.Event);
        json.WriteString("id"u8, alert.Id);
        WriteTime(json, alert.Time);
        WriteFields(json, alert);
        WriteTexts(json, "captures"u8, alert.Captures);
        if (alert.CustomFields.Count > 0)
        {
            WriteCustom(json, alert);
        }

        if (alert.Repeats > 0)
        {
            json.WriteNumber("repeats"u8, alert.Repeats);
        }

        if (!alert.Record.IsEmpty)
        {
            json.WritePropertyName("record"u8);
            json.WriteRawValue(OneLine(alert.Record).Span, skipInputValidation: true);
        }

        json.WriteEndObject();
    }

    private static void WriteTime(Utf8JsonWriter json, DateTimeOffset? alertTime)
    {
        if (alertTime is not { } time)
        {
            json.WriteNull("time"u8);
            return;
        }

        Span<byte> text = stackalloc byte[MaxTimeBytes];
        time.TryFormat(text, out var length, "yyyy-MM-ddTHH:mm:ss.FFFFFFFZ", CultureInfo.InvariantCulture);
        json.WriteString("time"u8, text[..length]);
    }

    /// <summary>
    /// A message may contain line ends between its tokens, but never within a string; in the output an alert is one line.
    /// </summary>
    private static ReadOnlyMemory<byte> OneLine(ReadOnlyMemory<byte> record)
    {
        if (!record.Span.ContainsAny((byte)'\r', (byte)'\n'))
        {
            return record;
        }

        var line = record.ToArray();
        line.AsSpan().Replace((byte)'\r', (byte)' ');
        line.AsSpan().Replace((byte)'\n', (byte)' ');
        return line;
    }

    private static void WriteEvent(Utf8JsonWriter json, EventPlace place)
    {
        json.WriteStartObject("event"u8);
        if (place.Index is { } index)
        {
            json.WriteString("file"u8, place.Source);
            json.WriteNumber("index"u8, index);
        }
        else
        {
            json.WriteString("source"u8, place.Source);
            json.WriteNumber("partition"u8, place.Partition);
        }

        json.WriteNumber("offset"u8, place.Offset);
        if (place.Inside is { } inside)
        {
            json.WriteNumber("inside"u8, inside);
        }

        json.WriteEndObject();
    }

    private static void WriteFields(Utf8JsonWriter json, Alert alert)
    {
        json.WriteStartObject("fields"u8);
        foreach (var field in alert.Fields)
        {
            json.WritePropertyName(field.Name);
            if (field.IsText)
            {
                json.WriteStringValue(field.Text);
            }
            else
            {
                json.WriteRawValue(field.Text);
            }
        }

        json.WriteEndObject();
    }

    /// <summary>A field that is merged must not replace what an alert has itself.</summary>
    private static void WriteCustom(Utf8JsonWriter json, Alert alert)
    {
        var merged = alert.MergesCustomFields ? alert.CustomFields.Where(field => !OwnMembers.Contains(field.Key)).ToList() : [];
        foreach (var (key, text) in merged)
        {
            json.WriteString(key, text);
        }

        if (merged.Count < alert.CustomFields.Count)
        {
            WriteTexts(json, "custom"u8, alert.CustomFields.Except(merged));
        }
    }

    private static void WriteTexts(Utf8JsonWriter json, ReadOnlySpan<byte> name, IEnumerable<KeyValuePair<string, string>> texts)
    {
        json.WriteStartObject(name);
        foreach (var (key, text) in texts)
        {
            json.WriteString(key, text);
        }

        json.WriteEndObject();
    }
}
