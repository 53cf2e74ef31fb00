using System.Collections.Concurrent;
using System.Net;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Tests.Common;

/// <summary>A Schema Registry in memory, by the wire API of Confluent's: schemas get the next id, each subject its versions.</summary>
public sealed class SchemaRegistryServer : IDisposable
{
    private readonly List<JsonObject> _schemas = [];
    private readonly Dictionary<string, List<int>> _subjects = [];
    private readonly Lock _lock = new();
    private readonly ConcurrentQueue<string> _asked = [];
    private HttpListener _listener;

    public SchemaRegistryServer(int port)
    {
        Address = $"http://127.0.0.1:{port}";
        _listener = Listen();
    }

    public string Address { get; }

    /// <summary>Methods and paths of all requests.</summary>
    public IReadOnlyCollection<string> Asked => _asked;

    /// <summary>If not null, each request gets this status.</summary>
    public HttpStatusCode? Refuses { get; set; }

    /// <returns>The id of a schema, which may be of another type or refer to others.</returns>
    public int Add(string subject, string schema, string type = "AVRO", params (string Name, string Subject, int Version)[] references)
    {
        var entry = new JsonObject
        {
            ["schema"] = schema,
            ["schemaType"] = type,
            ["references"] = new JsonArray([.. references.Select(reference => new JsonObject
            {
                ["name"] = reference.Name, ["subject"] = reference.Subject, ["version"] = reference.Version,
            })]),
        };
        lock (_lock)
        {
            var id = _schemas.FindIndex(known => JsonNode.DeepEquals(known, entry)) + 1;
            if (id == 0)
            {
                _schemas.Add(entry);
                id = _schemas.Count;
            }

            var versions = _subjects.TryGetValue(subject, out var known) ? known : _subjects[subject] = [];
            if (!versions.Contains(id))
            {
                versions.Add(id);
            }

            return id;
        }
    }

    /// <returns>The text of the schema with this id.</returns>
    public string Schema(int id)
    {
        lock (_lock)
        {
            return (string)_schemas[id - 1]["schema"]!;
        }
    }

    /// <returns>The other name of a schema.</returns>
    public static Guid GuidOf(int id) => new(id, 1, 2, [3, 4, 5, 6, 7, 8, 9, 10]);

    /// <summary>Connections are refused from now on.</summary>
    public void Stop() => _listener.Close();

    /// <summary>It answers again, and knows what it knew.</summary>
    public void Start() => _listener = Listen();

    public void Dispose() => _listener.Close();

    private HttpListener Listen()
    {
        var listener = new HttpListener { Prefixes = { $"{Address}/" } };
        listener.Start();
        _ = Task.Run(() => RunAsync(listener));
        return listener;
    }

    private async Task RunAsync(HttpListener listener)
    {
        while (listener.IsListening)
        {
            try
            {
                var context = await listener.GetContextAsync();
                _asked.Enqueue($"{context.Request.HttpMethod} {context.Request.Url!.AbsolutePath}");
                var (status, answer) = Answer(
                    context.Request.HttpMethod, context.Request.Url!.AbsolutePath.Trim('/').Split('/'), await BodyAsync(context.Request));
                context.Response.StatusCode = (int)status;
                context.Response.ContentType = "application/vnd.schemaregistry.v1+json";
                await JsonSerializer.SerializeAsync(context.Response.OutputStream, answer);
                context.Response.Close();
            }
            catch (Exception exception) when (exception is HttpListenerException or ObjectDisposedException or InvalidOperationException)
            {
                // It was stopped, or a client left.
            }
        }
    }

    private static async Task<JsonNode?> BodyAsync(HttpListenerRequest request) =>
        request.HasEntityBody ? await JsonNode.ParseAsync(request.InputStream) : null;

    private (HttpStatusCode Status, JsonObject Answer) Answer(string method, string[] path, JsonNode? body)
    {
        if (Refuses is { } refusal)
        {
            return (refusal, new() { ["error_code"] = (int)refusal, ["message"] = "It is told to refuse." });
        }

        switch (method, path)
        {
            case ("GET", ["schemas", "ids", var number]):
                return Of(int.Parse(number), out var schema) ? (HttpStatusCode.OK, schema) : Missing(40403, "Schema not found");
            case ("GET", ["schemas", "guids", var guid]):
                return Of(IdOf(Guid.Parse(guid)), out var named) ? (HttpStatusCode.OK, named) : Missing(40403, "Schema not found");
            case ("POST", ["subjects", var subject, "versions"]):
                return (HttpStatusCode.OK, new() { ["id"] = Add(Uri.UnescapeDataString(subject), (string)body!["schema"]!) });
            case ("POST", ["subjects", var subject]):
                return Find(Uri.UnescapeDataString(subject), (string)body!["schema"]!);
            case ("GET", ["subjects", var subject, "versions", var version]):
                lock (_lock)
                {
                    var versions = _subjects.GetValueOrDefault(Uri.UnescapeDataString(subject), []);
                    return int.Parse(version) is var wanted && wanted <= versions.Count && Of(versions[wanted - 1], out var found)
                        ? (HttpStatusCode.OK, With(found, subject, wanted, versions[wanted - 1]))
                        : Missing(40402, "Version not found");
                }

            default:
                return Missing(404, "HTTP 404 Not Found");
        }
    }

    private (HttpStatusCode Status, JsonObject Answer) Find(string subject, string schema)
    {
        lock (_lock)
        {
            var versions = _subjects.GetValueOrDefault(subject, []);
            var at = versions.FindIndex(id => (string?)_schemas[id - 1]["schema"] == schema);
            return at < 0 ? Missing(40403, "Schema not found")
                : (HttpStatusCode.OK, With((JsonObject)_schemas[versions[at] - 1].DeepClone(), subject, at + 1, versions[at]));
        }
    }

    private int IdOf(Guid guid)
    {
        lock (_lock)
        {
            return Enumerable.Range(1, _schemas.Count).FirstOrDefault(id => GuidOf(id) == guid);
        }
    }

    private bool Of(int id, out JsonObject schema)
    {
        lock (_lock)
        {
            schema = id >= 1 && id <= _schemas.Count ? (JsonObject)_schemas[id - 1].DeepClone() : [];
            return schema.Count > 0;
        }
    }

    private static JsonObject With(JsonObject schema, string subject, int version, int id)
    {
        (schema["subject"], schema["version"], schema["id"]) = (subject, version, id);
        return schema;
    }

    private static (HttpStatusCode Status, JsonObject Answer) Missing(int code, string message) =>
        (HttpStatusCode.NotFound, new() { ["error_code"] = code, ["message"] = message });
}
