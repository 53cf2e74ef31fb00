using System.Text.Json.Serialization;
using Analyzer.Storage.Elasticsearch.Bulk;
using Analyzer.Storage.Elasticsearch.Index;
using Analyzer.Storage.Elasticsearch.Transport;

namespace Analyzer.Storage.Elasticsearch;

/// <summary>What of Elasticsearch's JSON the store reads by type. Reports in it are cut out as bytes and read by ReportJson.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
[JsonSerializable(typeof(ErrorAnswer))]
[JsonSerializable(typeof(BulkAnswer))]
[JsonSerializable(typeof(Dictionary<string, IndexAnswer>))]
[JsonSerializable(typeof(HealthAnswer))]
internal sealed partial class ElasticsearchJson : JsonSerializerContext;
