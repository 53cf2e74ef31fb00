namespace Analyzer.Storage.Elasticsearch.Transport;

/// <param name="Type">Elasticsearch's name of it, such as <c>index_not_found_exception</c>.</param>
/// <param name="Reason">A sentence for a person.</param>
internal sealed record ErrorCause(string Type, string? Reason);
