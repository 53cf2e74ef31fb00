using System.Text.Json.Serialization;

namespace Elasticsearch.Client.Bulk;

/// <summary>The parts of a bulk response that are read.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
[JsonSerializable(typeof(BulkResponse))]
internal sealed partial class BulkJson : JsonSerializerContext;
