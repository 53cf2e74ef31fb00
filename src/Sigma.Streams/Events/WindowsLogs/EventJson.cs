using System.Buffers;
using System.Text.Encodings.Web;
using System.Text.Json;

namespace Sigma.Streams.Events.WindowsLogs;

/// <summary>
/// Writes an event as JSON in the shape that <c>evtx_dump -o jsonl</c> made usual: attributes in <c>#attributes</c>, text beside them or
/// beside elements in <c>#text</c>, and <c>Data</c> with a name as a member of that name.
/// </summary>
internal static class EventJson
{
    private static readonly JsonWriterOptions Options =
        new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping, SkipValidation = true };

    public static byte[] Of(EventElement root)
    {
        var buffer = new ArrayBufferWriter<byte>(1024);
        using (var json = new Utf8JsonWriter(buffer, Options))
        {
            json.WriteStartObject();
            json.WritePropertyName(root.Name);
            WriteElement(json, root, isContainer: false);
            json.WriteEndObject();
        }

        return buffer.WrittenSpan.ToArray();
    }

    private static void WriteElement(Utf8JsonWriter json, EventElement element, bool isContainer)
    {
        var attributes = element.Attributes.Where(attribute => HasContent(attribute.Value)).ToList();
        var (hasText, hasElements) = (HasContent(element.Children), element.Elements.Any());
        if (attributes.Count == 0 && !hasElements)
        {
            if (hasText)
            {
                WriteContent(json, element.Children);
            }
            else
            {
                json.WriteNullValue();
            }

            return;
        }

        json.WriteStartObject();
        if (attributes.Count > 0)
        {
            json.WriteStartObject("#attributes"u8);
            foreach (var (name, value) in attributes)
            {
                json.WritePropertyName(name);
                WriteContent(json, value);
            }

            json.WriteEndObject();
        }

        if (hasText)
        {
            json.WritePropertyName("#text"u8);
            WriteContent(json, element.Children);
        }

        WriteChildren(json, element, isContainer);
        json.WriteEndObject();
    }

    private static void WriteChildren(Utf8JsonWriter json, EventElement element, bool isContainer)
    {
        var data = isContainer ? element.Elements.Where(child => child.Name == "Data").ToList() : [];
        var isNamed = data.Exists(child => NameOf(child) is not null);
        var counts = new Dictionary<string, int>();
        foreach (var child in element.Elements)
        {
            if (data.Count > 0 && child.Name == "Data")
            {
                if (isNamed && NameOf(child) is { } name)
                {
                    json.WritePropertyName(name);
                    WriteData(json, child);
                }
                else if (!isNamed && child == data[0])
                {
                    WritePositional(json, data);
                }

                continue;
            }

            var count = counts[child.Name] = counts.GetValueOrDefault(child.Name, -1) + 1;
            json.WritePropertyName(count == 0 ? child.Name : $"{child.Name}_{count}");
            WriteElement(json, child, isContainer: child.Name is "EventData" or "UserData");
        }
    }

    private static void WritePositional(Utf8JsonWriter json, List<EventElement> data)
    {
        json.WriteStartObject("Data"u8);
        json.WritePropertyName("#text"u8);
        var isArray = data.Count > 1 || (data[0].Children is [EventValue { Items.Count: > 1 }]);
        if (isArray)
        {
            json.WriteStartArray();
        }

        foreach (var child in data)
        {
            if (child.Children is [EventValue { Items: { } items }])
            {
                foreach (var item in items)
                {
                    json.WriteStringValue(item);
                }
            }
            else
            {
                WriteData(json, child);
            }
        }

        if (isArray)
        {
            json.WriteEndArray();
        }

        json.WriteEndObject();
    }

    private static void WriteData(Utf8JsonWriter json, EventElement data)
    {
        if (data.Elements.Any())
        {
            json.WriteStartObject();
            WriteChildren(json, data, isContainer: false);
            json.WriteEndObject();
        }
        else
        {
            WriteContent(json, data.Children);
        }
    }

    private static void WriteContent(Utf8JsonWriter json, List<EventNode> nodes)
    {
        List<EventValue> values = [.. nodes.OfType<EventValue>().Where(value => !value.IsEmpty)];
        if (values is [{ IsLiteral: true } literal])
        {
            json.WriteRawValue(literal.Text, skipInputValidation: true);
        }
        else
        {
            json.WriteStringValue(string.Concat(values.Select(value => value.Text)));
        }
    }

    private static string? NameOf(EventElement data) =>
        data.Attributes.Find(attribute => attribute.Name == "Name") is { Value: { } value } && HasContent(value)
            ? string.Concat(value.OfType<EventValue>().Select(part => part.Text))
            : null;

    private static bool HasContent(List<EventNode> nodes) => nodes.Exists(node => node is EventValue { IsEmpty: false });
}
