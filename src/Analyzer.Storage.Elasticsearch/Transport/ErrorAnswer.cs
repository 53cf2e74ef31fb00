namespace Analyzer.Storage.Elasticsearch.Transport;

internal sealed record ErrorAnswer(ErrorCause? Error);
