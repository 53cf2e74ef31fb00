namespace Analyzer.Storage.Elasticsearch.Index;

/// <param name="Durability"><c>request</c>, also when absent: flushed before a write is answered. <c>async</c>: some time later.</param>
internal sealed record TranslogSettings(string? Durability);
