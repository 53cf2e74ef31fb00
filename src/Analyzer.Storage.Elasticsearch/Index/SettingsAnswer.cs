namespace Analyzer.Storage.Elasticsearch.Index;

internal sealed record SettingsAnswer(IndexSettings Index);
