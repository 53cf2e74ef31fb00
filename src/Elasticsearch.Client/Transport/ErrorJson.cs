using System.Text.Json.Serialization;

namespace Elasticsearch.Client.Transport;

/// <summary>The body of a response that is an error.</summary>
internal sealed record ErrorResponse(ErrorCause? Error);

[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
[JsonSerializable(typeof(ErrorResponse))]
internal sealed partial class ErrorJson : JsonSerializerContext;
