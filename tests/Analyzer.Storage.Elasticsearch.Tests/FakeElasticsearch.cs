using System.IO.Compression;
using System.Net;
using System.Text;
using System.Text.Json.Nodes;

namespace Analyzer.Storage.Elasticsearch.Tests;

/// <summary>
/// A cluster in memory that knows the store's requests: one state behind any number of addresses. A test's <see cref="Intercept"/> may fail
/// a request before or after it was carried out.
/// </summary>
internal sealed class FakeElasticsearch : HttpMessageHandler
{
    private readonly Lock _lock = new();
    private readonly List<FakeRequest> _requests = [];

    /// <summary>Gets the request and a delegate that carries it out. It returns a response, or throws as a connection would.</summary>
    public Func<FakeRequest, Func<HttpResponseMessage>, CancellationToken, Task<HttpResponseMessage>>? Intercept { get; set; }

    /// <summary>By name.</summary>
    public Dictionary<string, FakeIndex> Indices { get; } = [];

    public int DataNodes { get; set; } = 1;

    /// <summary>Whether answers say whose they are.</summary>
    public bool NamesProduct { get; set; } = true;

    public IReadOnlyList<FakeRequest> Requests
    {
        get
        {
            lock (_lock)
            {
                return [.. _requests];
            }
        }
    }

    public IEnumerable<FakeRequest> Bulks => Requests.Where(request => request.Path.EndsWith("/_bulk", StringComparison.Ordinal));

    public static HttpResponseMessage Json(HttpStatusCode status, JsonNode body) =>
        new(status) { Content = new StringContent(body.ToJsonString(), Encoding.UTF8, "application/json") };

    public static HttpResponseMessage Error(int status, string type, string reason = "made up")
    {
        var error = new JsonObject { ["type"] = type, ["reason"] = reason };
        return Json((HttpStatusCode)status, new JsonObject { ["error"] = error, ["status"] = status });
    }

    protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage message, CancellationToken cancellationToken)
    {
        var body = await BodyAsync(message.Content, cancellationToken);
        var request = new FakeRequest(
            message.Method, message.RequestUri!.Authority, message.RequestUri.AbsolutePath, message.RequestUri.Query,
            message.Headers.Authorization?.ToString(), message.Content?.Headers.ContentType?.ToString(), body)
        {
            Accept = message.Headers.Accept.ToString(),
            OpaqueId = message.Headers.TryGetValues("X-Opaque-Id", out var ids) ? ids.Single() : null,
            Encoding = message.Content?.Headers.ContentEncoding.SingleOrDefault(),
        };
        lock (_lock)
        {
            _requests.Add(request);
        }

        HttpResponseMessage CarryOut()
        {
            lock (_lock)
            {
                return Answer(request);
            }
        }

        var answer = Intercept is { } intercept ? await intercept(request, CarryOut, cancellationToken) : CarryOut();
        if (NamesProduct)
        {
            answer.Headers.Add("X-Elastic-Product", "Elasticsearch");
        }

        return answer;
    }

    private static async Task<string> BodyAsync(HttpContent? content, CancellationToken cancellationToken)
    {
        if (content is null)
        {
            return "";
        }

        await using var raw = await content.ReadAsStreamAsync(cancellationToken);
        await using var plain = content.Headers.ContentEncoding.Contains("gzip") ? new GZipStream(raw, CompressionMode.Decompress) : raw;
        using var reader = new StreamReader(plain, Encoding.UTF8);
        return await reader.ReadToEndAsync(cancellationToken);
    }

    private HttpResponseMessage Answer(FakeRequest request) => (request.Method.Method, request.Path.Split('/')[1..]) switch
    {
        ("GET", ["_cluster", "health"]) => Json(HttpStatusCode.OK, new JsonObject { ["number_of_data_nodes"] = DataNodes }),
        ("GET", [var alias]) => Behind(alias) is { Length: > 0 } behind
            ? Json(HttpStatusCode.OK, new JsonObject(behind.ToDictionary(pair => pair.Key, JsonNode? (pair) => pair.Value.Describe())))
            : Missing(alias),
        ("PUT", [var name]) => Indices.TryAdd(name, new FakeIndex(JsonNode.Parse(request.Body)!.AsObject()))
            ? Json(HttpStatusCode.OK, new JsonObject { ["acknowledged"] = true })
            : Error(400, "resource_already_exists_exception"),
        ("PUT", [var name, "_mapping"]) => Indices[name].Remap(JsonNode.Parse(request.Body)!.AsObject()),
        ("POST", [var alias, "_bulk"]) => Bulk(alias, request.Body),
        ("GET", [var alias, "_doc", var id]) => Behind(alias) is [var one] ? one.Value.Get(id) : Missing(alias),
        ("POST", [var alias, "_search"]) => Behind(alias) is [var one] ? one.Value.Search(JsonNode.Parse(request.Body)!) : Missing(alias),
        _ => Error(400, "illegal_argument_exception", $"{request.Method} {request.Path} is not known here"),
    };

    private HttpResponseMessage Bulk(string alias, string body)
    {
        var items = new JsonArray();
        var lines = body.TrimEnd('\n').Split('\n');
        for (var i = 0; i < lines.Length; i++)
        {
            var (action, parameters) = JsonNode.Parse(lines[i])!.AsObject().Single();
            var source = action == "delete" ? "" : lines[++i];
            var (status, error) = Behind(alias) is [var one]
                ? one.Value.Write(action, parameters!, source)
                : (404, "index_not_found_exception");
            var item = new JsonObject { ["status"] = status };
            if (error is not null)
            {
                item["error"] = new JsonObject { ["type"] = error, ["reason"] = "made up" };
            }

            items.Add(new JsonObject { [action] = item });
        }

        return Json(HttpStatusCode.OK, new JsonObject { ["items"] = items });
    }

    private KeyValuePair<string, FakeIndex>[] Behind(string name) =>
        [.. Indices.Where(pair => pair.Key == name || pair.Value.Aliases.Contains(name))];

    private static HttpResponseMessage Missing(string name) => Error(404, "index_not_found_exception", $"no such index [{name}]");
}

/// <summary>A request as it arrived.</summary>
/// <param name="Node">Host and port.</param>
/// <param name="Query">With its question mark.</param>
internal sealed record FakeRequest(
    HttpMethod Method, string Node, string Path, string Query, string? Authorization, string? ContentType, string Body)
{
    public string Accept { get; init; } = "";

    public string? OpaqueId { get; init; }

    /// <summary>How the body was compressed; null when it was not.</summary>
    public string? Encoding { get; init; }
}
