using System.Buffers;
using System.Globalization;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Unicode;
using Avro;
using Sigma.Engine.Evaluation;

namespace Sigma.Streams.Avro;

/// <summary>
/// Writes a record in Avro as the JSON that rules expect: a union is its value, enums are texts, bytes and fixed are base64, and logical
/// types are texts or numbers as people write them.
/// </summary>
internal static class AvroJson
{
    private static readonly JsonWriterOptions Options = new()
    {
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        SkipValidation = true,
    };

    /// <param name="schema">The schema with which it was written.</param>
    /// <param name="bytes">The record, without the schema's id.</param>
    /// <returns>An object in JSON.</returns>
    /// <exception cref="AvroDataException">The bytes are not what the schema says, or too large.</exception>
    public static byte[] Of(Schema schema, ReadOnlySpan<byte> bytes)
    {
        var buffer = new ArrayBufferWriter<byte>(Math.Max(bytes.Length * 2, 256));
        using var json = new Utf8JsonWriter(buffer, Options);
        var cursor = new AvroCursor(bytes);
        Write(json, schema, ref cursor, 0);
        json.Flush();
        return cursor.Left == 0
            ? buffer.WrittenSpan.ToArray()
            : throw new AvroDataException($"has {cursor.Left} bytes more than its schema says.");
    }

    private static void Write(Utf8JsonWriter json, Schema schema, ref AvroCursor cursor, int depth)
    {
        if (depth > RecordLimits.MaxDepth)
        {
            throw new AvroDataException($"has more than {RecordLimits.MaxDepth} levels.");
        }

        // Values may take no bytes, such as an array of null: the JSON bounds them.
        if (json.BytesCommitted + json.BytesPending > RecordLimits.MaxBytes)
        {
            throw new AvroDataException($"has more than {RecordLimits.MaxBytes} bytes as JSON.");
        }

        switch (schema)
        {
            case LogicalSchema logical:
                WriteLogical(json, logical, ref cursor, depth);
                break;
            case RecordSchema record:
                json.WriteStartObject();
                foreach (var field in record.Fields)
                {
                    json.WritePropertyName(field.Name);
                    Write(json, field.Schema, ref cursor, depth + 1);
                }

                json.WriteEndObject();
                break;
            case ArraySchema array:
                json.WriteStartArray();
                for (var count = cursor.ReadBlock(); count > 0; count = cursor.ReadBlock())
                {
                    for (; count > 0; count--)
                    {
                        Write(json, array.ItemSchema, ref cursor, depth + 1);
                    }
                }

                json.WriteEndArray();
                break;
            case MapSchema map:
                json.WriteStartObject();
                for (var count = cursor.ReadBlock(); count > 0; count = cursor.ReadBlock())
                {
                    for (; count > 0; count--)
                    {
                        json.WritePropertyName(Text(cursor.ReadBytes()));
                        Write(json, map.ValueSchema, ref cursor, depth + 1);
                    }
                }

                json.WriteEndObject();
                break;
            case UnionSchema union:
                Write(json, Branch(union, cursor.ReadLong()), ref cursor, depth);
                break;
            case EnumSchema symbols:
                json.WriteStringValue(cursor.ReadLong() is >= 0 and var number && number < symbols.Count
                    ? symbols[(int)number]
                    : throw new AvroDataException($"has a symbol that {symbols.Name} does not have."));
                break;
            case FixedSchema bytes:
                json.WriteBase64StringValue(cursor.ReadBytes(bytes.Size));
                break;
            default:
                WritePrimitive(json, schema.Tag, ref cursor);
                break;
        }
    }

    private static void WritePrimitive(Utf8JsonWriter json, Schema.Type type, ref AvroCursor cursor)
    {
        switch (type)
        {
            case Schema.Type.Null:
                json.WriteNullValue();
                break;
            case Schema.Type.Boolean:
                json.WriteBooleanValue(cursor.ReadByte() != 0);
                break;
            case Schema.Type.Int or Schema.Type.Long:
                json.WriteNumberValue(cursor.ReadLong());
                break;
            case Schema.Type.Float when cursor.ReadFloat() is var number:
                WriteNumber(json, number, number.ToString("R", CultureInfo.InvariantCulture));
                break;
            case Schema.Type.Double when cursor.ReadDouble() is var number:
                WriteNumber(json, number, number.ToString("R", CultureInfo.InvariantCulture));
                break;
            case Schema.Type.Bytes:
                json.WriteBase64StringValue(cursor.ReadBytes());
                break;
            case Schema.Type.String:
                json.WriteStringValue(Text(cursor.ReadBytes()));
                break;
            default:
                throw new AvroDataException($"has the type {type}, which is not read.");
        }
    }

    /// <summary>JSON has no name for what is no number.</summary>
    private static void WriteNumber(Utf8JsonWriter json, double number, string text)
    {
        if (double.IsFinite(number))
        {
            json.WriteRawValue(text, skipInputValidation: true);
        }
        else
        {
            json.WriteStringValue(text);
        }
    }

    private static void WriteLogical(Utf8JsonWriter json, LogicalSchema schema, ref AvroCursor cursor, int depth)
    {
        var size = schema.BaseSchema is FixedSchema given ? given.Size : (int?)null;
        switch (schema.LogicalTypeName)
        {
            case "decimal":
                var unscaled = size is { } bytes ? cursor.ReadBytes(bytes) : cursor.ReadBytes();
                json.WriteRawValue(AvroTexts.Decimal(unscaled, schema.GetProperty("scale")), skipInputValidation: true);
                break;
            case "duration" when size == AvroTexts.DurationBytes:
                json.WriteStringValue(AvroTexts.Duration(cursor.ReadBytes(AvroTexts.DurationBytes)));
                break;
            case "uuid" when size == AvroTexts.UuidBytes:
                json.WriteStringValue(new Guid(cursor.ReadBytes(AvroTexts.UuidBytes), bigEndian: true));
                break;
            case var type when schema.BaseSchema.Tag is Schema.Type.Int or Schema.Type.Long && AvroTexts.IsTime(type):
                json.WriteStringValue(AvroTexts.Time(type, cursor.ReadLong()));
                break;
            default:
                Write(json, schema.BaseSchema, ref cursor, depth);
                break;
        }
    }

    private static Schema Branch(UnionSchema union, long number) => number >= 0 && number < union.Count
        ? union[(int)number]
        : throw new AvroDataException($"has the value {number} of a union of {union.Count}.");

    private static ReadOnlySpan<byte> Text(ReadOnlySpan<byte> utf8) =>
        Utf8.IsValid(utf8) ? utf8 : throw new AvroDataException("has a text that is not UTF-8.");
}
