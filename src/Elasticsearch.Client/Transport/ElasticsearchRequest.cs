namespace Elasticsearch.Client.Transport;

/// <param name="Path">Path and query, beginning with a slash.</param>
/// <param name="Body">UTF-8. The caller must not change it before the response has come, and never when there was none.</param>
/// <param name="IsLines">The body is one line for each action and each document (Elasticsearch, Bulk API), instead of one document.</param>
/// <param name="OpaqueId">What the cluster's slow log calls the request; null for the id of the trace that is under way, if any.</param>
public readonly record struct ElasticsearchRequest(
    HttpMethod Method, string Path, ReadOnlyMemory<byte> Body = default, bool IsLines = false, string? OpaqueId = null);
