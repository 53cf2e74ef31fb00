namespace Analyzer.Storage.Elasticsearch.Bulk;

/// <summary>The answer to a bulk request: HTTP 200 whatever became of the single writes, which stand in <paramref name="Items"/> in their order.</summary>
internal sealed record BulkAnswer(IReadOnlyList<BulkAnswerItem> Items);
