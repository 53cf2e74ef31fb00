namespace Analyzer.Storage.Elasticsearch.Index;

internal sealed record HealthAnswer(int NumberOfDataNodes);
