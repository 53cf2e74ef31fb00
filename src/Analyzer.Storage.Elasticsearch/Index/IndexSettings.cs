namespace Analyzer.Storage.Elasticsearch.Index;

internal sealed record IndexSettings(TranslogSettings? Translog);
