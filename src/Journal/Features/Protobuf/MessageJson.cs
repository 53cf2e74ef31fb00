using System.Text.Json;
using System.Text.Unicode;

namespace Journal.Features.Protobuf;

/// <summary>Writes protobuf messages as JSON, and says whether the JSON tells all that the message does.</summary>
internal static class MessageJson
{
    private const int MaxDepth = 100; // as protobuf's own parsers have it

    /// <summary>Writes the members of the message's object.</summary>
    /// <returns>
    /// False when something is lost: a field that the form does not know, one that came twice, a text that is not UTF-8.
    /// </returns>
    /// <exception cref="InvalidDataException">This is no message.</exception>
    public static bool WriteMembers(MessageForm form, ReadOnlyMemory<byte> message, Utf8JsonWriter json, int depth = 0)
    {
        if (depth > MaxDepth)
        {
            throw new InvalidDataException("The values in this message are nested too deeply.");
        }

        var isExact = KnowsAll(form, message);
        foreach (var field in form.Fields)
        {
            var isOpen = false;
            var last = default(WireField?);
            foreach (var found in WireField.Of(message))
            {
                if (found.Number != field.Number || found.Form != field.Wire)
                {
                    continue;
                }

                if (!field.IsRepeated)
                {
                    last = found;
                    continue;
                }

                if (!isOpen)
                {
                    json.WriteStartArray(field.Name);
                    isOpen = true;
                }

                isExact &= WriteValue(field, found, json, depth);
            }

            if (isOpen)
            {
                json.WriteEndArray();
            }
            else if (last is { } value)
            {
                json.WritePropertyName(field.Name);
                isExact &= WriteValue(field, value, json, depth);
            }
        }

        return isExact;
    }

    private static bool KnowsAll(MessageForm form, ReadOnlyMemory<byte> message)
    {
        var seen = 0UL;
        var isKnown = true;
        foreach (var found in WireField.Of(message))
        {
            var field = form[found.Number];
            var bit = 1UL << (found.Number & 63);
            isKnown &= field is not null && field.Wire == found.Form && (field.IsRepeated || (seen & bit) == 0);
            seen |= bit;
        }

        return isKnown;
    }

    private static bool WriteValue(FieldForm field, WireField found, Utf8JsonWriter json, int depth)
    {
        switch (field.Kind)
        {
            case FieldKind.Text:
                var isText = Utf8.IsValid(found.Bytes.Span);
                json.WriteStringValue(isText ? found.Bytes.Span : System.Text.Encoding.UTF8.GetBytes(
                    System.Text.Encoding.UTF8.GetString(found.Bytes.Span)));
                return isText;
            case FieldKind.Bool:
                json.WriteBooleanValue(found.Value != 0);
                return found.Value <= 1;
            case FieldKind.Number or FieldKind.Fixed32:
                json.WriteNumberValue((uint)found.Value);
                return found.Value <= uint.MaxValue;
            case FieldKind.Int64:
                json.WriteStringValue(Invariant($"{(long)found.Value}"));
                return true;
            case FieldKind.Fixed64:
                json.WriteStringValue(Invariant($"{found.Value}"));
                return true;
            case FieldKind.Double:
                WriteDouble(BitConverter.UInt64BitsToDouble(found.Value), json);
                return true;
            case FieldKind.Hex:
                json.WriteStringValue(Convert.ToHexStringLower(found.Bytes.Span));
                return true;
            case FieldKind.Base64:
                json.WriteBase64StringValue(found.Bytes.Span);
                return true;
            default:
                json.WriteStartObject();
                var isExact = WriteMembers(field.Message!, found.Bytes, json, depth + 1);
                json.WriteEndObject();
                return isExact;
        }
    }

    /// <summary>JSON has no numbers for them; protobuf's JSON has these texts.</summary>
    private static void WriteDouble(double value, Utf8JsonWriter json)
    {
        if (double.IsFinite(value))
        {
            json.WriteNumberValue(value);
        }
        else
        {
            json.WriteStringValue(double.IsNaN(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity");
        }
    }

    private static string Invariant(FormattableString text) => FormattableString.Invariant(text);
}
