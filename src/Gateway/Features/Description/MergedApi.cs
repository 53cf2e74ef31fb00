using System.Text.Json;
using System.Text.Json.Nodes;
using Analyzer.Contract;
using Gateway.Features.Status;
using Hosting.Web.Api;

namespace Gateway.Features.Description;

/// <summary>
/// The description of the interface as clients of the gateway see it: the analyzer's operations, as the analyzer that answers now describes
/// them, with what the gateway adds to each.
/// </summary>
internal sealed class MergedApi(ApiText own)
{
    /// <summary>The statuses that a call through the gateway may end with besides.</summary>
    private static readonly string[] Statuses = ["431", "502", "503", "504"];

    private static readonly string[] Routed =
        [Routes.Files, Routes.File, Routes.FirstSubmit, Routes.FirstResult, Routes.Rules, Routes.Limits];

    /// <param name="analyzers">The analyzer's document.</param>
    /// <returns>UTF-8; null when that is no document.</returns>
    public async Task<byte[]?> WithAsync(ReadOnlyMemory<byte> analyzers)
    {
        try
        {
            var merged = JsonNode.Parse(await own.ReadAsync())!.AsObject();
            if (JsonNode.Parse(analyzers.Span) is not JsonObject theirs)
            {
                return null;
            }

            AddPaths(merged, theirs);
            AddTags(merged, theirs);
            foreach (var (kind, parts) in Object(theirs, "components"))
            {
                AddParts(Object(Object(merged, "components"), kind), parts!.AsObject(), isResponse: kind == "responses");
            }

            return JsonSerializer.SerializeToUtf8Bytes(merged);
        }
        catch (Exception odd) when (odd is JsonException or InvalidOperationException)
        {
            return null; // another version may have another form
        }
    }

    private static void AddPaths(JsonObject merged, JsonObject theirs)
    {
        var paths = Object(merged, "paths");
        var security = paths[StatusEndpoint.Path]!["get"]!["security"]!;
        foreach (var (path, item) in Object(theirs, "paths").Where(path => Routed.Contains(path.Key)))
        {
            var copy = item!.DeepClone().AsObject();
            foreach (var operation in copy.Select(pair => pair.Value).OfType<JsonObject>())
            {
                var responses = Object(operation, "responses");
                foreach (var status in Statuses.Where(status => !responses.ContainsKey(status)))
                {
                    responses[status] = new JsonObject { ["$ref"] = $"#/components/responses/Problem{status}" };
                }

                operation["security"] = security.DeepClone();
            }

            paths[path] = copy;
        }
    }

    private static void AddTags(JsonObject merged, JsonObject theirs)
    {
        var tags = merged["tags"]!.AsArray();
        var known = tags.Select(Name).ToHashSet();
        foreach (var tag in (theirs["tags"]?.AsArray() ?? []).Where(tag => !known.Contains(Name(tag))))
        {
            tags.Add(tag!.DeepClone());
        }

        static string? Name(JsonNode? tag) => (string?)tag?["name"];
    }

    /// <summary>An answer that both have gets the examples of both.</summary>
    private static void AddParts(JsonObject merged, JsonObject theirs, bool isResponse)
    {
        foreach (var (name, part) in theirs)
        {
            if (merged[name] is not { } ours)
            {
                merged[name] = part!.DeepClone();
            }
            else if (isResponse && Examples(ours) is { } examples && Examples(part!) is { } others)
            {
                foreach (var (kind, example) in others)
                {
                    examples[kind] = example!.DeepClone();
                }
            }
        }
    }

    private static JsonObject? Examples(JsonNode response) => response["content"]?["application/problem+json"]?["examples"]?.AsObject();

    private static JsonObject Object(JsonObject parent, string name)
    {
        if (parent[name] is not JsonObject found)
        {
            parent[name] = found = [];
        }

        return found;
    }
}
