using System.Text.Json;
using Journal.Features.Loki;

namespace Journal.Features.Replay.Attributes;

/// <summary>The attributes of a record in JSON, whichever door has stored it.</summary>
internal static class DocumentAttributes
{
    /// <summary>Text that a record carries, which is no attribute.</summary>
    private static readonly string[] Texts = [.. JsonFields.TextNames, "full_message"];

    /// <param name="json">Within an object.</param>
    /// <param name="message">Begins like an object; its end may be missing.</param>
    /// <exception cref="JsonException">It is none.</exception>
    public static void Write(Utf8JsonWriter json, ReadOnlyMemory<byte> message)
    {
        using var document = JsonFields.Parse(message);
        var root = document.RootElement;
        if (OtlpAttributes.Write(json, root))
        {
            return;
        }

        var members = new OrderedDictionary<string, JsonElement>();
        if (JsonFields.First(root, "streams") is { } stream)
        {
            Add(members, Member(stream, "stream"));
            var labels = Member(stream, "labels") is { ValueKind: JsonValueKind.String } old ? old.GetString()! : "";
            foreach (var (name, value) in LabelText.Read(labels) ?? []) // before Loki 1.0 they were one text
            {
                members[name] = JsonSerializer.SerializeToElement(value);
            }

            var entry = JsonFields.First(stream, "values");
            Add(members, entry is { ValueKind: JsonValueKind.Array } && entry.Value.GetArrayLength() > 2 ? entry.Value[2] : null);
        }
        else if (Member(root, "tag") is { ValueKind: JsonValueKind.String } && Member(root, "record") is { } record)
        {
            Add(members, record);
        }
        else if (Member(root, "event") is { } body && Member(root, "@timestamp") is null)
        {
            Add(members, root);
            members.Remove("event");
            members.Remove("fields");
            Add(members, body);
            Add(members, Member(root, "fields"));
        }
        else
        {
            Add(members, root);
        }

        foreach (var text in Texts)
        {
            members.Remove(text);
        }

        foreach (var (name, value) in members)
        {
            json.WritePropertyName(name);
            value.WriteTo(json);
        }
    }

    private static JsonElement? Member(JsonElement value, string name) =>
        value.ValueKind == JsonValueKind.Object && value.TryGetProperty(name, out var member) ? member : null;

    private static void Add(OrderedDictionary<string, JsonElement> members, JsonElement? holder)
    {
        if (holder is { ValueKind: JsonValueKind.Object } value)
        {
            foreach (var member in value.EnumerateObject())
            {
                members[member.Name] = member.Value;
            }
        }
    }
}
