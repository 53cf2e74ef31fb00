using System.Globalization;
using System.Text.Json;

namespace Journal.Features.Replay.Attributes;

/// <summary>The attributes of a log record of OpenTelemetry's: those of its resource, of its scope, and its own, which count first.</summary>
internal static class OtlpAttributes
{
    /// <returns>False when the document is another one.</returns>
    public static bool Write(Utf8JsonWriter json, JsonElement root)
    {
        if (OtlpFields.First(root, "resourceLogs", "resource_logs") is not { } logs)
        {
            return false;
        }

        var scoped = OtlpFields.First(logs, "scopeLogs", "scope_logs");
        var record = scoped is { } scope ? OtlpFields.First(scope, "logRecords", "log_records") : null;
        var members = new OrderedDictionary<string, JsonElement>();
        Add(members, OtlpFields.Member(logs, "resource"));
        Add(members, OtlpFields.Member(scoped, "scope"));
        Add(members, record);
        foreach (var (name, value) in members)
        {
            json.WritePropertyName(name);
            WriteValue(json, value);
        }

        foreach (var (name, other) in (ReadOnlySpan<(string, string)>)[("traceId", "trace_id"), ("spanId", "span_id")])
        {
            if (!members.ContainsKey(name)
                && OtlpFields.Member(record, name, other) is { ValueKind: JsonValueKind.String } id && id.GetString() is { Length: > 0 } text)
            {
                json.WriteString(name, text);
            }
        }

        return true;
    }

    private static void Add(OrderedDictionary<string, JsonElement> members, JsonElement? holder)
    {
        if (OtlpFields.Member(holder, "attributes") is not { ValueKind: JsonValueKind.Array } attributes)
        {
            return;
        }

        foreach (var attribute in attributes.EnumerateArray())
        {
            if (OtlpFields.Member(attribute, "key") is { ValueKind: JsonValueKind.String } key)
            {
                members[key.GetString()!] = OtlpFields.Member(attribute, "value") ?? default;
            }
        }
    }

    /// <summary>An AnyValue without its wrapping: <c>{"intValue":"7"}</c> is 7.</summary>
    private static void WriteValue(Utf8JsonWriter json, JsonElement? value)
    {
        var kind = value is { ValueKind: JsonValueKind.Object } any ? any.EnumerateObject().FirstOrDefault() : default;
        switch (kind.Value.ValueKind == JsonValueKind.Undefined ? "" : kind.Name)
        {
            case "intValue" or "int_value"
                when long.TryParse($"{kind.Value}", NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var number):
                json.WriteNumberValue(number);
                break;
            case "arrayValue" or "array_value":
                json.WriteStartArray();
                foreach (var item in ItemsOf(kind.Value))
                {
                    WriteValue(json, item);
                }

                json.WriteEndArray();
                break;
            case "kvlistValue" or "kvlist_value":
                json.WriteStartObject();
                foreach (var item in ItemsOf(kind.Value).DistinctBy(item => $"{OtlpFields.Member(item, "key")}"))
                {
                    json.WritePropertyName($"{OtlpFields.Member(item, "key")}");
                    WriteValue(json, OtlpFields.Member(item, "value"));
                }

                json.WriteEndObject();
                break;
            case "":
                json.WriteNullValue();
                break;
            default:
                kind.Value.WriteTo(json);
                break;
        }
    }

    private static IEnumerable<JsonElement> ItemsOf(JsonElement list) =>
        OtlpFields.Member(list, "values") is { ValueKind: JsonValueKind.Array } values ? values.EnumerateArray() : [];
}
