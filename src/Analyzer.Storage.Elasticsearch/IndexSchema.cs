using Elastic.Clients.Elasticsearch;
using Elastic.Clients.Elasticsearch.Mapping;

namespace Analyzer.Storage.Elasticsearch;

/// <summary>
/// What the index looks like. Each document is a report in its one JSON form and its checksum
/// (<see cref="Core.ChecksummedReport"/>), with the SHA-256 as <c>_id</c>. Only the fields that the
/// listing sorts and filters by are indexed. <c>enabled: false</c> stores a part without reading it.
/// </summary>
internal static class IndexSchema
{
    public const string Application = "analyzer";

    /// <summary>
    /// Raise it with every change of the mapping. The store applies a change that only adds fields to an older index by itself.
    /// </summary>
    public const int Version = 4;

    private const string NotIndexed = """, "index": false, "doc_values": false""";

    /// <param name="filters">
    /// Whether types and scores are indexed. An index of schema 1 only stores them, and that cannot be changed: searches read them from the
    /// reports instead (<see cref="FieldsOfReports"/>). Such an index works, but filters slowly: export it, and import into a new one.
    /// </param>
    public static string Mapping(bool filters) => $$"""
        {
          "dynamic": "strict",
          "_meta": { "application": "{{Application}}", "schema": {{Version}} },
          "properties": {
            "sha256": { "type": "keyword" },
            "analyzedAt": { "type": "date", "format": "strict_date_optional_time" },
            "verdict": { "type": "keyword" },
            "size": { "type": "long", "index": false, "doc_values": false },
            "mediaType": { "type": "keyword"{{(filters ? "" : NotIndexed)}} },
            "score": { "type": "integer"{{(filters ? "" : NotIndexed)}} },
            "findings": { "type": "object", "enabled": false },
            "pdf": { "type": "object", "enabled": false },
            "coverage": { "type": "object", "enabled": false },
            "unable": { "type": "object", "enabled": false },
            "parts": { "type": "object", "enabled": false },
            "entropy": { "type": "double", "index": false, "doc_values": false },
            "engine": { "type": "integer", "index": false, "doc_values": false },
            "elapsedMs": { "type": "double", "index": false, "doc_values": false },
            "checksum": { "type": "keyword", "index": false, "doc_values": false }
          }
        }
        """;

    /// <summary>Part of a search: two fields as Elasticsearch finds them in the stored reports (runtime fields).</summary>
    public static Dictionary<Field, RuntimeField> FieldsOfReports() => new()
    {
        ["mediaType"] = new RuntimeField(RuntimeFieldType.Keyword),
        ["score"] = new RuntimeField(RuntimeFieldType.Long),
    };

    /// <summary>The body of "create index". With <c>translog.durability: request</c> an acknowledged write survives a crash.</summary>
    /// <remarks>
    /// <c>write.wait_for_active_shards</c> stays 1: a write is flushed on every copy that is in sync, and a copy that was away catches up
    /// before it may become the primary. A higher number would only guard against the loss of the last copy's disk, and would refuse all
    /// saves while copies are missing.
    /// <para/>
    /// Segments are sorted as the listing is, so that a page reads only as many reports as it holds. Reports arrive in the order of their
    /// time and the listing starts with the newest: unsorted, a page would read all of them. Sorting can only be set when an index is
    /// created. An index without it works, but lists slowly: export it, and import into a new one.
    /// </remarks>
    public static string Creation(ElasticsearchStoreOptions options) => $$"""
        {
          "aliases": { "{{options.Alias}}": { "is_write_index": true } },
          "settings": {
            "number_of_shards": {{options.Shards}},
            "number_of_replicas": {{options.Replicas}},
            "refresh_interval": "1s",
            "translog.durability": "request",
            "sort.field": ["analyzedAt", "sha256"],
            "sort.order": ["desc", "desc"]
          },
          "mappings": {{Mapping(filters: true)}}
        }
        """;

    /// <summary>The number in the name rises only when an index has to be made anew; one that lacks fields is given them.</summary>
    public static string IndexName(string alias) => $"{alias}-v1";
}
