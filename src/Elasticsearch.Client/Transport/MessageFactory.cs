using System.Diagnostics;
using System.IO.Compression;
using System.Net.Http.Headers;
using System.Text;

namespace Elasticsearch.Client.Transport;

/// <summary>Makes HTTP messages of requests, with the headers that Elasticsearch's REST API knows.</summary>
internal sealed class MessageFactory(ClusterOptions options)
{
    /// <summary>What Elasticsearch sends with every answer since 7.14, so that a client knows whom it talks to.</summary>
    public const string ProductHeader = "X-Elastic-Product";

    /// <summary>Smaller bodies do not become smaller by compression.</summary>
    private const int SmallestCompressed = 1024;

    // Asks an 8.x server for its own format, and a 9.x server for that of 8.x (Elasticsearch, REST API compatibility).
    private const string Json = "application/vnd.elasticsearch+json; compatible-with=8";
    private const string Lines = "application/vnd.elasticsearch+x-ndjson; compatible-with=8";

    private readonly AuthenticationHeaderValue? _authorization =
        options.ApiKey is { } key ? new("ApiKey", key)
        : options.BearerToken is { } token ? new("Bearer", token)
        : options.UserName is { } user ? new("Basic", Convert.ToBase64String(Encoding.UTF8.GetBytes($"{user}:{options.Password}")))
        : null;

    public static bool IsOfElasticsearch(HttpResponseMessage response) =>
        response.Headers.TryGetValues(ProductHeader, out var products) && products.Contains("Elasticsearch");

    public HttpRequestMessage Create(Node node, in ElasticsearchRequest request)
    {
        var message = new HttpRequestMessage(request.Method, node.Address + request.Path);
        message.Headers.Authorization = _authorization;
        message.Headers.TryAddWithoutValidation("Accept", Json);
        if ((request.OpaqueId ?? Activity.Current?.TraceId.ToHexString()) is { } id)
        {
            message.Headers.TryAddWithoutValidation("X-Opaque-Id", id);
        }

        if (!request.Body.IsEmpty)
        {
            message.Content = Content(request.Body);
            message.Content.Headers.TryAddWithoutValidation("Content-Type", request.IsLines ? Lines : Json);
        }

        return message;
    }

    private ReadOnlyMemoryContent Content(ReadOnlyMemory<byte> body)
    {
        if (!options.Gzip || body.Length < SmallestCompressed)
        {
            return new(body);
        }

        using var compressed = new MemoryStream();
        using (var gzip = new GZipStream(compressed, CompressionLevel.Fastest, leaveOpen: true))
        {
            gzip.Write(body.Span);
        }

        return new(compressed.GetBuffer().AsMemory(0, (int)compressed.Length)) { Headers = { ContentEncoding = { "gzip" } } };
    }
}
