using System.Net;

namespace Elasticsearch.Client.Transport;

/// <summary>The cluster cannot answer now, or refuses what was sent. The message is for the person who runs the service.</summary>
public sealed class ElasticsearchUnavailableException(string message, Exception? innerException = null)
    : Exception(message, innerException)
{
    /// <summary>The status of the response; null when there was none.</summary>
    public HttpStatusCode? Status { get; init; }
}
