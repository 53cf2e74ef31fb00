namespace Analyzer.Storage.Elasticsearch.Index;

/// <summary>
/// What the index looks like. Documents are reports in their one JSON form, with the SHA-256 as <c>_id</c>; only what the listing sorts
/// and filters by is indexed. <c>enabled: false</c> keeps a part as it came, unread.
/// </summary>
internal static class IndexSchema
{
    public const string Application = "analyzer";

    /// <summary>Raise it with every change of <see cref="Mapping"/>; one that only adds fields reaches an older index by itself.</summary>
    public const int Version = 1;

    public static string Mapping { get; } = $$"""
        {
          "dynamic": "strict",
          "_meta": { "application": "{{Application}}", "schema": {{Version}} },
          "properties": {
            "sha256": { "type": "keyword" },
            "analyzedAt": { "type": "date", "format": "strict_date_optional_time" },
            "verdict": { "type": "keyword" },
            "size": { "type": "long", "index": false, "doc_values": false },
            "mediaType": { "type": "keyword", "index": false, "doc_values": false },
            "score": { "type": "integer", "index": false, "doc_values": false },
            "findings": { "type": "object", "enabled": false },
            "pdf": { "type": "object", "enabled": false },
            "entropy": { "type": "double", "index": false, "doc_values": false },
            "engine": { "type": "integer", "index": false, "doc_values": false },
            "elapsedMs": { "type": "double", "index": false, "doc_values": false }
          }
        }
        """;

    /// <summary>The body of "create index". With <c>translog.durability: request</c> an acknowledged write survives a crash.</summary>
    /// <remarks>
    /// <c>write.wait_for_active_shards</c> stays 1: a write is flushed on each copy that is in sync, and one that was away catches up before it may become
    /// the primary. A higher number would only guard against the loss of the last copy's disk, and refuse all saves where copies are missing.
    /// <para/>
    /// Reports come in the order of their time, and the listing wants the newest: unsorted, each would push its elders out of the page, and a
    /// page cost as much as there are reports. Segments sorted as the listing is need to be read for one page only. It can be set at the creation
    /// only; an index without it works, and lists as slowly as it did: export and import into a new one.
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
          "mappings": {{Mapping}}
        }
        """;

    public static string IndexName(string alias) => $"{alias}-v{Version}";
}
