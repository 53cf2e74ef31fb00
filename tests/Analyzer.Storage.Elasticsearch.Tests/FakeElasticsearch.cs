using System.Net;
using System.Text;
using System.Text.Json.Nodes;

namespace Analyzer.Storage.Elasticsearch.Tests;

/// <summary>
/// A cluster in memory, as far as the store's requests go: one state behind any number of addresses. A test's <see cref="Intercept"/>
/// stands between and may fail a request before or after it has had its effect.
/// </summary>
internal sealed class FakeElasticsearch : HttpMessageHandler
{
    private readonly Lock _lock = new();
    private readonly List<FakeRequest> _requests = [];

    /// <summary>Gets the request and what carries it out; answers, or throws what a connection would.</summary>
    public Func<FakeRequest, Func<HttpResponseMessage>, CancellationToken, Task<HttpResponseMessage>>? Intercept { get; set; }

    /// <summary>By name.</summary>
    public Dictionary<string, FakeIndex> Indices { get; } = [];

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
        var body = message.Content is null ? "" : await message.Content.ReadAsStringAsync(cancellationToken);
        var request = new FakeRequest(
            message.Method, message.RequestUri!.Authority, message.RequestUri.AbsolutePath, message.RequestUri.Query,
            message.Headers.Authorization?.ToString(), message.Content?.Headers.ContentType?.MediaType, body);
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

        return Intercept is { } intercept ? await intercept(request, CarryOut, cancellationToken) : CarryOut();
    }

    private HttpResponseMessage Answer(FakeRequest request) => (request.Method.Method, request.Path.Split('/')[1..]) switch
    {
        ("GET", ["_cluster", "health"]) => Json(HttpStatusCode.OK, new JsonObject { ["number_of_data_nodes"] = 1 }),
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
        for (var i = 0; i < lines.Length; i += 2)
        {
            var (action, parameters) = JsonNode.Parse(lines[i])!.AsObject().Single();
            var (status, error) = Behind(alias) is [var one]
                ? one.Value.Write(action, parameters!, lines[i + 1])
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
