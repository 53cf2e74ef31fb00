using System.Buffers.Binary;
using System.Globalization;
using System.Text;
using System.Text.Json;
using System.Text.Unicode;

namespace Journal.Features.Fluent;

/// <summary>Writes MessagePack as JSON, and says whether the JSON tells all that it does.</summary>
internal static class PackJson
{
    private const int MaxDepth = 100;
    private const int EventTimeType = 0;
    private const int EventTimeBytes = 8;

    /// <returns>
    /// False when something is lost: bytes, an extension, a text that is not UTF-8, a key that is no text, a number that JSON lacks.
    /// </returns>
    public static bool Write(PackReader reader, Utf8JsonWriter json, int depth = 0)
    {
        if (depth > MaxDepth)
        {
            reader.Skip();
            json.WriteNullValue();
            return false;
        }

        var token = reader.Next();
        switch (token.Kind)
        {
            case PackKind.Nil:
                json.WriteNullValue();
                return true;
            case PackKind.Bool:
                json.WriteBooleanValue(token.Number != 0);
                return true;
            case PackKind.Integer:
                json.WriteNumberValue(token.Number);
                return true;
            case PackKind.Unsigned:
                json.WriteNumberValue((ulong)token.Number);
                return true;
            case PackKind.Double or PackKind.Single:
                return WriteFloat(BitConverter.Int64BitsToDouble(token.Number), json) && token.Kind == PackKind.Double;
            case PackKind.Text:
                return WriteText(reader.Content(token), json);
            case PackKind.Bytes:
                WriteText(reader.Content(token), json); // Ruby's and Python's senders write texts so
                return false;
            case PackKind.Extension:
                json.WriteBase64StringValue(reader.Content(token));
                return false;
            case PackKind.List:
                return WriteList(reader, token.Number, json, depth);
            default:
                return WriteMap(reader, token.Number, json, depth);
        }
    }

    /// <summary>Seconds since 1970: whole ones, or with nanoseconds (EventTime), or as a float.</summary>
    public static bool WriteTime(PackReader reader, Utf8JsonWriter json)
    {
        var token = reader.Peek();
        if (token is { Kind: PackKind.Extension, Type: EventTimeType } && token.End - token.Start == EventTimeBytes)
        {
            var bytes = reader.Content(reader.Next());
            var (seconds, nanoseconds) = (BinaryPrimitives.ReadUInt32BigEndian(bytes), BinaryPrimitives.ReadUInt32BigEndian(bytes[4..]));
            json.WriteRawValue(string.Create(CultureInfo.InvariantCulture, $"{seconds}.{nanoseconds:D9}"), skipInputValidation: true);
            return nanoseconds < 1_000_000_000;
        }

        return Write(reader, json);
    }

    private static bool WriteList(PackReader reader, long count, Utf8JsonWriter json, int depth)
    {
        var isExact = true;
        json.WriteStartArray();
        for (; count > 0; count--)
        {
            isExact &= Write(reader, json, depth + 1);
        }

        json.WriteEndArray();
        return isExact;
    }

    private static bool WriteMap(PackReader reader, long count, Utf8JsonWriter json, int depth)
    {
        var isExact = true;
        json.WriteStartObject();
        for (; count > 0; count--)
        {
            var start = reader.At;
            var key = reader.Peek();
            if (key.Kind is PackKind.Text or PackKind.Bytes)
            {
                reader.Next();
                var name = reader.Content(key);
                isExact &= key.Kind == PackKind.Text && Utf8.IsValid(name);
                json.WritePropertyName(Encoding.UTF8.GetString(name));
            }
            else
            {
                reader.Skip();
                isExact = false;
                json.WritePropertyName(Convert.ToHexStringLower(reader.Since(start).Span));
            }

            isExact &= Write(reader, json, depth + 1);
        }

        json.WriteEndObject();
        return isExact;
    }

    private static bool WriteText(ReadOnlySpan<byte> text, Utf8JsonWriter json)
    {
        var isText = Utf8.IsValid(text);
        json.WriteStringValue(isText ? text : Encoding.UTF8.GetBytes(Encoding.UTF8.GetString(text)));
        return isText;
    }

    /// <summary>A whole number keeps its point, so that it stays a float.</summary>
    private static bool WriteFloat(double value, Utf8JsonWriter json)
    {
        if (!double.IsFinite(value))
        {
            json.WriteNullValue();
            return false;
        }

        var text = value.ToString("R", CultureInfo.InvariantCulture);
        json.WriteRawValue(text.AsSpan().ContainsAny('.', 'E') ? text : $"{text}.0", skipInputValidation: true);
        return true;
    }
}
