using System.Text.Json;
using System.Text.Json.Nodes;
using Json.Schema;

namespace Api.Tests.Cases;

/// <summary>Checks the answers of a host against the schemas of its document, by a library that nobody here wrote.</summary>
internal sealed class AnswerSchemas(JsonObject document)
{
    private readonly Dictionary<string, JsonSchema> _schemas = [];

    /// <returns>What is wrong; null when nothing is.</returns>
    public string? Check(JsonNode schema, string json)
    {
        JsonElement value;
        try
        {
            value = JsonElement.Parse(json);
        }
        catch (JsonException exception)
        {
            return $"It is not JSON: {exception.Message}";
        }

        var text = schema.ToJsonString();
        if (!_schemas.TryGetValue(text, out var built))
        {
            var whole = Closed(schema.DeepClone())!.AsObject();
            whole["$schema"] = "https://json-schema.org/draft/2020-12/schema";
            whole["$defs"] = Closed(document["components"]!["schemas"]!.DeepClone());
            _schemas[text] = built = JsonSchema.FromText(whole.ToJsonString());
        }

        var result = built.Evaluate(value, new() { OutputFormat = OutputFormat.List });
        return result.IsValid ? null : string.Join("; ", (result.Details ?? []).Where(detail => detail.Errors is not null)
            .SelectMany(detail => detail.Errors!.Select(error => $"{detail.InstanceLocation}: {error.Value}")).Take(5));
    }

    /// <summary>References lead into $defs, and an object has no member that the document does not name.</summary>
    private static JsonNode? Closed(JsonNode? node)
    {
        switch (node)
        {
            case JsonObject schema:
                if ((string?)schema["$ref"] is { } reference)
                {
                    schema["$ref"] = reference.Replace("#/components/schemas/", "#/$defs/", StringComparison.Ordinal);
                }

                if (schema["properties"] is JsonObject && schema["type"] is not null && !schema.ContainsKey("additionalProperties"))
                {
                    schema["additionalProperties"] = false;
                }

                foreach (var member in schema.Where(member => member.Key is not ("example" or "enum" or "default")).ToList())
                {
                    Closed(member.Value);
                }

                return schema;
            case JsonArray items:
                items.ToList().ForEach(item => Closed(item));
                return items;
            default:
                return node;
        }
    }
}
