using System.Buffers;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Unicode;

namespace Sigma.Engine.Mapping;

/// <summary>
/// Gives the data of an event its names. What converts the XML of Windows as any other leaves <c>"Data":[{"@Name":"a","#text":"b"}]</c>
/// of <c>&lt;Data Name="a">b&lt;/Data></c>; the attribute may stand in an object too, and both have other names elsewhere. Rules ask for
/// <c>"a":"b"</c>. EvtxECmd writes the event so into a text, its <c>Payload</c>.
/// </summary>
/// <remarks>https://github.com/martinblech/xmltodict, https://github.com/EricZimmerman/evtx</remarks>
internal static class NamedData
{
    private static readonly JsonWriterOptions Options =
        new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping, SkipValidation = true };

    /// <param name="json">A record.</param>
    /// <returns>The record with members in place of pairs; the same memory if it has none, or is no record.</returns>
    public static ReadOnlyMemory<byte> Join(ReadOnlyMemory<byte> json)
    {
        if (!MayHavePairs(json.Span) && json.Span.IndexOf("\"Payload\""u8) < 0)
        {
            return json;
        }

        try
        {
            using var document = JsonDocument.Parse(json);
            var buffer = new ArrayBufferWriter<byte>(json.Length);
            using var writer = new Utf8JsonWriter(buffer, Options);
            var isChanged = Write(writer, document.RootElement);
            writer.Flush();
            return isChanged && Utf8.IsValid(json.Span) ? buffer.WrittenMemory : json;
        }
        catch (Exception exception) when (exception is JsonException or InvalidOperationException)
        {
            return json; // the evaluator says what is wrong with it
        }
    }

    /// <summary>Whether something named Data is an object, or an array of some.</summary>
    private static bool MayHavePairs(ReadOnlySpan<byte> json)
    {
        while (json.IndexOf("\"Data\""u8) is >= 0 and var found)
        {
            json = json[(found + 6)..];
            var value = json.TrimStart(" \t\r\n:"u8);
            if (value is [(byte)'{', ..] || (value is [(byte)'[', .. var items] && items.TrimStart(" \t\r\n"u8) is [(byte)'{', ..]))
            {
                return true;
            }
        }

        return false;
    }

    /// <returns>Whether it is written otherwise than it was.</returns>
    private static bool Write(Utf8JsonWriter writer, JsonElement element)
    {
        var isChanged = false;
        switch (element.ValueKind)
        {
            case JsonValueKind.Object:
                writer.WriteStartObject();
                foreach (var member in element.EnumerateObject())
                {
                    isChanged |= WriteMember(writer, member);
                }

                writer.WriteEndObject();
                return isChanged;
            case JsonValueKind.Array:
                writer.WriteStartArray();
                foreach (var item in element.EnumerateArray())
                {
                    isChanged |= Write(writer, item);
                }

                writer.WriteEndArray();
                return isChanged;
            default:
                element.WriteTo(writer);
                return false;
        }
    }

    private static bool WriteMember(Utf8JsonWriter writer, JsonProperty member)
    {
        if (member.NameEquals("Payload"u8) && member.Value.ValueKind == JsonValueKind.String
            && member.Value.GetString() is ['{', ..] and var text)
        {
            using var payload = JsonDocument.Parse(text);
            writer.WritePropertyName("Event"u8);
            Write(writer, payload.RootElement);
            return true;
        }

        List<JsonElement> data = !member.NameEquals("Data"u8) ? []
            : member.Value.ValueKind == JsonValueKind.Array ? [.. member.Value.EnumerateArray()]
            : [member.Value];
        var pairs = data.ConvertAll(item => (Item: item, Name: NameOf(item)));
        if (!pairs.Exists(pair => pair.Name is not null))
        {
            writer.WritePropertyName(member.Name);
            return Write(writer, member.Value);
        }

        foreach (var (item, name) in pairs)
        {
            if (name is null)
            {
                continue;
            }

            writer.WritePropertyName(name);
            if (item.EnumerateObject().FirstOrDefault(IsText).Value is { ValueKind: not JsonValueKind.Undefined } value)
            {
                value.WriteTo(writer);
            }
            else
            {
                writer.WriteStringValue("");
            }
        }

        if (pairs.FindAll(pair => pair.Name is null) is { Count: > 0 } others)
        {
            writer.WriteStartArray("Data"u8);
            others.ForEach(other => other.Item.WriteTo(writer));
            writer.WriteEndArray();
        }

        return true;
    }

    /// <returns>The attribute with the name of the data, beside its text or in an object of attributes; null without one.</returns>
    private static string? NameOf(JsonElement item, bool isInner = false)
    {
        if (item.ValueKind != JsonValueKind.Object)
        {
            return null;
        }

        foreach (var member in item.EnumerateObject())
        {
            if (member.Value.ValueKind == JsonValueKind.String && member.Name.TrimStart('@', '-', '_', '$', '#') == "Name")
            {
                return member.Value.GetString();
            }

            if (!isInner && NameOf(member.Value, isInner: true) is { } name)
            {
                return name;
            }
        }

        return null;
    }

    private static bool IsText(JsonProperty member) =>
        member.Value.ValueKind is not (JsonValueKind.Object or JsonValueKind.Array)
        && (member.Name.Contains("text", StringComparison.OrdinalIgnoreCase)
            || member.Name.Contains("value", StringComparison.OrdinalIgnoreCase));
}
