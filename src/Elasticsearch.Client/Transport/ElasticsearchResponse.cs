using System.Net;
using System.Text.Json;

namespace Elasticsearch.Client.Transport;

/// <summary>The response of a node.</summary>
/// <param name="Retried">An earlier attempt got no response, and may have been carried out.</param>
public readonly record struct ElasticsearchResponse(HttpStatusCode Status, byte[] Body, bool Retried = false)
{
    /// <summary>The <c>error</c> of Elasticsearch's JSON; null when there is none, or when another program responded.</summary>
    public ErrorCause? Error
    {
        get
        {
            try
            {
                return JsonSerializer.Deserialize(Body, ErrorJson.Default.ErrorResponse)?.Error;
            }
            catch (JsonException)
            {
                return null;
            }
        }
    }

    /// <summary>Explains an unexpected response to the person who runs the service.</summary>
    /// <param name="target">The index or alias that was asked for.</param>
    public ElasticsearchUnavailableException Unexpected(string target)
    {
        var error = Error;
        var meaning = (Status, error?.Type) switch
        {
            (HttpStatusCode.Unauthorized, _) =>
                "Elasticsearch refuses the credentials: check the user and password, the API key, or the token",
            (HttpStatusCode.Forbidden, _) =>
                $"Elasticsearch does not allow this: the account needs the privileges to read and write {target}",
            (HttpStatusCode.NotFound, "index_not_found_exception") =>
                $"The index behind {target} is gone: restore it, or restart the service to begin with an empty one",
            _ => "Elasticsearch cannot respond now",
        };
        return new($"{meaning} (HTTP {(int)Status}{(error is null ? "" : $", {error.Type}: {error.Reason}")}).");
    }
}

/// <param name="Type">Elasticsearch's name for the error, such as <c>index_not_found_exception</c>.</param>
/// <param name="Reason">A sentence for a person.</param>
public sealed record ErrorCause(string Type, string? Reason);
