namespace Analyzer.Storage.Elasticsearch.Tests;

/// <param name="Node">Host and port.</param>
/// <param name="Query">With its question mark.</param>
internal sealed record FakeRequest(
    HttpMethod Method, string Node, string Path, string Query, string? Authorization, string? ContentType, string Body);
