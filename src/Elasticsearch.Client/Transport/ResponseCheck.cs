using System.Net;
using Elastic.Clients.Elasticsearch;
using Elastic.Transport;
using Elastic.Transport.Products.Elasticsearch;
using HttpMethod = Elastic.Transport.HttpMethod;

namespace Elasticsearch.Client.Transport;

/// <summary>Whether a response is an answer of Elasticsearch, and what to tell the person who runs the service when it is none.</summary>
internal static class ResponseCheck
{
    /// <summary>What Elasticsearch sends with every answer since 7.14, so that a client knows whom it talks to.</summary>
    public const string ProductHeader = "x-elastic-product";

    /// <summary>The node asks to try again, later or elsewhere.</summary>
    public static bool IsNotNow(ApiCallDetails response) => response.HttpStatusCode is 429 or 502 or 503 or 504;

    /// <summary>The <c>error</c> of Elasticsearch's JSON; null when there is none, or when another program responded.</summary>
    public static Error? ErrorOf(ApiCallDetails response) => (response.ProductError as ElasticsearchServerError)?.Error;

    /// <param name="client">Knows what is valid.</param>
    /// <param name="response">The response.</param>
    /// <param name="node">Where it comes from.</param>
    /// <param name="target">The index or alias that was asked for.</param>
    /// <param name="alsoTake">The type of an error that the caller takes for an answer; null for none.</param>
    /// <exception cref="ElasticsearchUnavailableException">It is no answer.</exception>
    public static void ThrowUnlessAnswer(
        ElasticsearchClient client, ApiCallDetails response, ClusterNode node, string target, string? alsoTake)
    {
        if (response.HttpStatusCode is >= 200 and < 300 && !IsOfElasticsearch(response))
        {
            throw Unsupported(node, null);
        }

        // The package takes "not found" for an answer to anything; only a question can be answered so.
        var isValid = client.ElasticsearchClientSettings.ProductRegistration.IsValidResponse(response)
            && (response.HttpStatusCode != 404 || response.HttpMethod is HttpMethod.GET or HttpMethod.HEAD);
        if (!isValid && (alsoTake is null || ErrorOf(response)?.Type != alsoTake))
        {
            throw Unexpected(response, target);
        }
    }

    public static ElasticsearchUnavailableException Unsupported(ClusterNode node, Exception? exception) =>
        new($"{node.Address} answers, but does not call itself Elasticsearch ({ProductHeader}): check the address.", exception);

    /// <param name="response">A response that is no answer.</param>
    /// <param name="target">The index or alias that was asked for.</param>
    public static ElasticsearchUnavailableException Unexpected(ApiCallDetails response, string target)
    {
        var (status, error) = ((HttpStatusCode)response.HttpStatusCode!, ErrorOf(response));
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
                $"Elasticsearch does not speak this format: set {ClusterOptions.Section}:{nameof(ClusterOptions.CompatibleWith)} "
                + "to its version",
            ( < HttpStatusCode.BadRequest, _) => "This is not a response of Elasticsearch: check the address",
            _ => "Elasticsearch cannot respond now",
        };
        var said = string.Join(": ", new[] { error?.Type, error?.Reason }.Where(text => text is { Length: > 0 }));
        return new($"{meaning} (HTTP {(int)status}{(said.Length > 0 ? ", " : "")}{said}).")
        {
            Status = status,
        };
    }

    private static bool IsOfElasticsearch(ApiCallDetails response) =>
        response.TryGetHeader(ProductHeader, out var products) && products.Contains("Elasticsearch");
}
