using System.Text.Json.Nodes;

namespace Api.Tests.Cases;

/// <summary>An operation of a document.</summary>
internal sealed record ApiCall(string Method, string Path, JsonObject Operation)
{
    public string Id => (string)Operation["operationId"]!;

    public IReadOnlyList<JsonObject> Parameters { get; } = [.. (Operation["parameters"]?.AsArray() ?? []).Select(one => one!.AsObject())];

    public JsonObject? Body => Operation["requestBody"]?.AsObject();

    public static IReadOnlyList<ApiCall> Of(JsonObject document) =>
    [
        .. document["paths"]!.AsObject().SelectMany(path => path.Value!.AsObject()
            .Select(method => new ApiCall(method.Key.ToUpperInvariant(), path.Key, method.Value!.AsObject()))),
    ];

    /// <returns>The response of a status, with its reference followed; null when it is not documented.</returns>
    public JsonObject? Response(JsonObject document, int status)
    {
        var response = Operation["responses"]![$"{status}"]?.AsObject();
        return (string?)response?["$ref"] is { } reference
            ? document["components"]!["responses"]![reference.Split('/')[^1]]!.AsObject() : response;
    }
}
