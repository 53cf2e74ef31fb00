using System.Text.Json.Serialization;

namespace Analyzer.Storage.Elasticsearch.Index;

internal sealed record MappingAnswer([property: JsonPropertyName("_meta")] IndexOwner? Owner);
