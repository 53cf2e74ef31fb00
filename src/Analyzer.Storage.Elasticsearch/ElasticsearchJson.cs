using System.Text.Json.Serialization;

namespace Analyzer.Storage.Elasticsearch;

/// <summary>The parts of Elasticsearch's JSON that the store reads into types. Reports are cut out of it as bytes.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
[JsonSerializable(typeof(Dictionary<string, IndexResponse>))]
internal sealed partial class ElasticsearchJson : JsonSerializerContext;
