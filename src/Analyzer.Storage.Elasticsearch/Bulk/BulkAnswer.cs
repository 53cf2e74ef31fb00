namespace Analyzer.Storage.Elasticsearch.Bulk;

/// <summary>The answer to a bulk request: HTTP 200 whatever became of the single writes.</summary>
/// <param name="Items">What did, in the order of the writes.</param>
internal sealed record BulkAnswer(IReadOnlyList<BulkAnswerItem> Items);
