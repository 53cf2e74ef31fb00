using System.Text.Json;
using System.Text.Json.Nodes;

namespace Sigma.Streams.Avro;

/// <summary>
/// Takes logical types out of a schema that its types cannot have, such as a <c>timestamp-millis</c> of a string. The specification asks
/// for that ("If a logical type is invalid, ... use the underlying Avro type"); Apache's parser refuses the schema.
/// </summary>
/// <remarks>https://avro.apache.org/docs/1.12.0/specification/#logical-types</remarks>
internal static class LogicalTypes
{
    private const string Key = "logicalType";

    /// <returns>The schema; the same text if nothing is wrong with it, or it is no JSON.</returns>
    public static string WithoutInvalid(string schema)
    {
        if (!schema.Contains(Key, StringComparison.Ordinal))
        {
            return schema;
        }

        try
        {
            var node = JsonNode.Parse(schema);
            return Clean(node) ? node!.ToJsonString() : schema;
        }
        catch (Exception malformed) when (malformed is JsonException or ArgumentException)
        {
            return schema; // its parser says what is wrong
        }
    }

    /// <returns>Whether something was taken out.</returns>
    private static bool Clean(JsonNode? node)
    {
        var isChanged = false;
        foreach (var child in node switch
        {
            JsonObject map => map.Select(member => member.Value).ToList(),
            JsonArray list => list.ToList(),
            _ => [],
        })
        {
            isChanged |= Clean(child);
        }

        if (node is JsonObject type && Text(type, Key) is { } logical && !Fits(logical, type))
        {
            type.Remove(Key);
            isChanged = true;
        }

        return isChanged;
    }

    private static bool Fits(string logical, JsonObject type) => (logical, Text(type, "type")) switch
    {
        ("decimal", "bytes" or "fixed") => Number(type, "precision") is > 0 and var precision && (Number(type, "scale") ?? 0) is var scale
            && scale >= 0 && scale <= precision,
        ("uuid", var of) => of == "string" || (of == "fixed" && Number(type, "size") == AvroTexts.UuidBytes),
        ("date" or "time-millis", var of) => of == "int",
        ("duration", var of) => of == "fixed" && Number(type, "size") == AvroTexts.DurationBytes,
        ("decimal", _) => false,
        var (name, of) => !AvroTexts.IsTime(name) || of == "long", // names that nobody knows are ignored anyway
    };

    private static string? Text(JsonObject type, string name) =>
        type[name] is JsonValue value && value.TryGetValue<string>(out var text) ? text : null;

    private static int? Number(JsonObject type, string name) =>
        type[name] is JsonValue value && value.TryGetValue<int>(out var number) ? number : null;
}
