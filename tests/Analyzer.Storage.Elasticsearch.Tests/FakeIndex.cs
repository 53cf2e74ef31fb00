using System.Net;
using System.Text;
using System.Text.Json.Nodes;

namespace Analyzer.Storage.Elasticsearch.Tests;

/// <summary>Documents by id, with Elasticsearch's rules for when a write conflicts.</summary>
internal sealed class FakeIndex(JsonObject creation)
{
    private readonly Dictionary<string, (string Source, long SeqNo)> _documents = [];
    private long _seqNo;

    public IEnumerable<string> Aliases => creation["aliases"]!.AsObject().Select(alias => alias.Key);

    public int Count => _documents.Count;

    public string? Block { get; set; }

    public string Mapping => creation["mappings"]!.ToJsonString();

    public JsonObject Describe()
    {
        var translog = new JsonObject { ["durability"] = creation["settings"]?["translog.durability"]?.DeepClone() };
        return new()
        {
            ["aliases"] = creation["aliases"]!.DeepClone(),
            ["mappings"] = creation["mappings"]?.DeepClone() ?? new JsonObject(),
            ["settings"] = new JsonObject { ["index"] = new JsonObject { ["translog"] = translog } },
        };
    }

    public HttpResponseMessage Remap(JsonObject mapping)
    {
        creation["mappings"] = mapping.DeepClone();
        return FakeElasticsearch.Json(HttpStatusCode.OK, new JsonObject { ["acknowledged"] = true });
    }

    public void Remove(string id) => _documents.Remove(id);

    public (int Status, string? Error) Write(string action, JsonNode parameters, string source)
    {
        if (Block is not null)
        {
            return (429, Block);
        }

        var id = parameters["_id"]!.GetValue<string>();
        var there = _documents.TryGetValue(id, out var document);
        if (action == "create" ? there : !there || document.SeqNo != parameters["if_seq_no"]!.GetValue<long>())
        {
            return (409, "version_conflict_engine_exception");
        }

        _documents[id] = (source, _seqNo++);
        return (there ? 200 : 201, null);
    }

    public HttpResponseMessage Get(string id)
    {
        if (!_documents.TryGetValue(id, out var document))
        {
            return FakeElasticsearch.Json(HttpStatusCode.NotFound, new JsonObject { ["_id"] = id, ["found"] = false });
        }

        // Assembled as text: the source comes back byte for byte, as it does from Elasticsearch.
        return Text($$"""{"_id":"{{id}}","_seq_no":{{document.SeqNo}},"_primary_term":1,"found":true,"_source":{{document.Source}}}""");
    }

    public HttpResponseMessage Search(JsonNode query)
    {
        var filters = query["query"]!["bool"]!["filter"]!.AsArray();
        var after = query["search_after"] is JsonArray key ? Key(key[0]!.GetValue<long>(), key[1]!.GetValue<string>()) : null;
        var sign = query["sort"]![1]!["sha256"]!.GetValue<string>() == "desc" ? -1 : 1;
        var hits = _documents.Values
            .Select(document => (document.Source, Report: JsonNode.Parse(document.Source)!))
            .Where(hit => filters.All(filter => Matches(hit.Report, filter!)))
            .Select(hit => (hit.Source, Key: Key(Milliseconds(hit.Report), hit.Report["sha256"]!.GetValue<string>())))
            .Where(hit => after is null || sign * string.CompareOrdinal(hit.Key, after) > 0)
            .Order(Comparer<(string Source, string Key)>.Create((x, y) => sign * string.CompareOrdinal(x.Key, y.Key)))
            .Take(query["size"]!.GetValue<int>())
            .Select(hit => $$"""{"_source":{{hit.Source}}}""")
            .ToList();
        return Text(hits.Count == 0 ? "{}" : $$$"""{"hits":{"hits":[{{{string.Join(',', hits)}}}]}}""");
    }

    /// <summary>A term of the verdict, or a range of the time.</summary>
    private static bool Matches(JsonNode report, JsonNode filter) => filter["term"] is { } term
        ? report["verdict"]!.GetValue<string>() == term["verdict"]!.GetValue<string>()
        : filter["range"]!["analyzedAt"] is { } range
            && Milliseconds(report) <= (range["lte"]?.GetValue<long>() ?? long.MaxValue) && Milliseconds(report) >= (range["gte"]?.GetValue<long>() ?? long.MinValue);

    private static long Milliseconds(JsonNode report) => report["analyzedAt"]!.GetValue<DateTimeOffset>().ToUnixTimeMilliseconds();

    private static string Key(long milliseconds, string sha256) => $"{milliseconds:d19}{sha256}";

    private static HttpResponseMessage Text(string json) =>
        new(HttpStatusCode.OK) { Content = new StringContent(json, Encoding.UTF8, "application/json") };
}
