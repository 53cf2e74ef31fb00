using Elastic.Transport;

namespace Elasticsearch.Client.Transport;

/// <summary>The response of a node to a request that it carried out.</summary>
/// <param name="Response">Its body, as bytes or as a type of the package.</param>
/// <param name="Retried">An earlier attempt got no response, and may have been carried out.</param>
public readonly record struct Answer<T>(T Response, bool Retried)
    where T : TransportResponse
{
    /// <summary>Elasticsearch's name for an error, such as <c>index_not_found_exception</c>; null when there is none.</summary>
    public string? ErrorType => ResponseCheck.ErrorOf(Response.ApiCallDetails)?.Type;
}
