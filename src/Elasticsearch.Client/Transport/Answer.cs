using System.Net;
using Elastic.Transport;
using Elastic.Transport.Products.Elasticsearch;

namespace Elasticsearch.Client.Transport;

/// <summary>The response of a node to a request that it carried out.</summary>
/// <param name="Response">Its body, as bytes or as a type of the package.</param>
/// <param name="Retried">An earlier attempt got no response, and may have been carried out.</param>
public readonly record struct Answer<T>(T Response, bool Retried)
    where T : TransportResponse
{
    /// <summary>Elasticsearch's name for an error, such as <c>index_not_found_exception</c>; null when there is none.</summary>
    public string? ErrorType => Failures.ErrorOf(Response.ApiCallDetails)?.Type;
}

/// <summary>Explains what went wrong to the person who runs the service.</summary>
internal static class Failures
{
    /// <summary>The <c>error</c> of Elasticsearch's JSON; null when there is none, or when another program responded.</summary>
    public static Error? ErrorOf(ApiCallDetails details) => (details.ProductError as ElasticsearchServerError)?.Error;

    /// <param name="details">The response.</param>
    /// <param name="target">The index or alias that was asked for.</param>
    public static ElasticsearchUnavailableException Unexpected(ApiCallDetails details, string target)
    {
        var (status, error) = ((HttpStatusCode)details.HttpStatusCode!, ErrorOf(details));
        var meaning = (status, error?.Type) switch
        {
            (HttpStatusCode.Unauthorized, _) =>
                "Elasticsearch refuses the credentials: check the user and password, the API key, or the token",
            (HttpStatusCode.Forbidden, _) =>
                $"Elasticsearch does not allow this: the account needs the privileges to read and write {target}",
            (HttpStatusCode.NotFound, "index_not_found_exception") =>
                $"The index behind {target} is gone: restore it, or restart the service to begin with an empty one",
            (HttpStatusCode.RequestEntityTooLarge, _) =>
                "Elasticsearch, or a proxy before it, does not take a request of this size: raise the limit there",
            (_, "media_type_header_exception") =>
                $"Elasticsearch does not speak this format: set {nameof(ClusterOptions.CompatibleWith)} to the cluster's version",
            ( < HttpStatusCode.BadRequest, _) => "This is not a response of Elasticsearch: check the address",
            _ => "Elasticsearch cannot respond now",
        };
        return new($"{meaning} (HTTP {(int)status}{(error is null ? "" : $", {error.Type}: {error.Reason}")}).")
        {
            Status = status,
        };
    }
}
