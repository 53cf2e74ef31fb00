namespace Analyzer.Storage.Elasticsearch.Bulk;

/// <summary>Under the name of its action.</summary>
internal sealed record BulkAnswerItem(WriteAnswer? Create, WriteAnswer? Index);
