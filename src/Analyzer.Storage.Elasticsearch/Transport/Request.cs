namespace Analyzer.Storage.Elasticsearch.Transport;

/// <param name="Path">From the node's address on, with a slash first.</param>
/// <param name="Body">UTF-8; must stay as it is until the answer is there, and for good when there was none.</param>
internal readonly record struct Request(
    HttpMethod Method, string Path, ReadOnlyMemory<byte> Body = default, string ContentType = Request.Json)
{
    public const string Json = "application/json";

    /// <summary>A line each for action and document (Elasticsearch, Bulk API).</summary>
    public const string Lines = "application/x-ndjson";
}
