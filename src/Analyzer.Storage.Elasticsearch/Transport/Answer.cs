using System.Net;
using System.Text.Json;
using Analyzer.Core;

namespace Analyzer.Storage.Elasticsearch.Transport;

/// <param name="Retried">An earlier attempt failed without an answer, and may have had its effect all the same.</param>
internal readonly record struct Answer(HttpStatusCode Status, byte[] Body, bool Retried = false)
{
    /// <summary>The <c>error</c> of Elasticsearch's JSON; null when there is none, or another program answered.</summary>
    public ErrorCause? Error
    {
        get
        {
            try
            {
                return JsonSerializer.Deserialize(Body, ElasticsearchJson.Default.ErrorAnswer)?.Error;
            }
            catch (JsonException)
            {
                return null;
            }
        }
    }

    /// <summary>Says what an answer that nobody expected means for the person who runs the service.</summary>
    public StoreUnavailableException Unexpected(string alias)
    {
        var error = Error;
        var meaning = (Status, error?.Type) switch
        {
            (HttpStatusCode.Unauthorized, _) => "Elasticsearch refuses the credentials: look at the user and password, or the API key",
            (HttpStatusCode.Forbidden, _) =>
                $"Elasticsearch does not allow this: the account needs the privileges of reading and writing {alias}",
            (HttpStatusCode.NotFound, "index_not_found_exception") =>
                $"The index behind {alias} is gone: restore it, or restart the service to begin with an empty one",
            _ => "Elasticsearch cannot answer now",
        };
        return new($"{meaning} (HTTP {(int)Status}{(error is null ? "" : $", {error.Type}: {error.Reason}")}).");
    }
}
