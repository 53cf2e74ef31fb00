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

    public void RemoveAliases() => creation["aliases"] = new JsonObject();

    public string Source(string id) => _documents[id].Source;

    /// <summary>Changes what is stored, as a disk might.</summary>
    public void Overwrite(string id, string source) => _documents[id] = (source, _documents[id].SeqNo);

    public void Remove(string id) => _documents.Remove(id);

    public (int Status, string? Error) Write(string action, JsonNode parameters, string source)
    {
        if (Block is not null)
        {
            return (429, Block);
        }

        var id = parameters["_id"]!.GetValue<string>();
        var there = _documents.TryGetValue(id, out var document);
        var isCurrent = parameters["if_seq_no"] is not { } seqNo || document.SeqNo == seqNo.GetValue<long>();
        if (action == "delete" && (!there || isCurrent))
        {
            _documents.Remove(id);
            return (there ? 200 : 404, null);
        }

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

        // The response is put together as text, so that the source comes back byte for byte, as it does from Elasticsearch.
        return Text($$"""{"_id":"{{id}}","_seq_no":{{document.SeqNo}},"_primary_term":1,"found":true,"_source":{{document.Source}}}""");
    }

    public HttpResponseMessage Search(JsonNode query)
    {
        JsonNode?[] filters = query["query"] switch
        {
            null => [],
            JsonObject root when root["bool"] is { } all => all["filter"] is JsonArray several ? [.. several] : [all["filter"]],
            var one => [one],
        };
        if (filters.Any(filter => NotIndexed(FakeQuery.Field(filter!), query)))
        {
            return FakeElasticsearch.Error(400, "search_phase_execution_exception", "the field is not indexed");
        }

        var found = _documents.Values
            .Select(document => new FakeHit(document.Source, document.SeqNo))
            .Where(hit => filters.All(filter => FakeQuery.Matches(hit.Report, filter!)))
            .ToList();
        var after = query["search_after"] is JsonArray key ? FakeHit.KeyOf(key[0]!.GetValue<long>(), key[1]!.GetValue<string>()) : null;
        var sign = query["sort"]?[1]!["sha256"]!["order"]!.GetValue<string>() == "desc" ? -1 : 1;
        var hits = found
            .Where(hit => after is null || sign * string.CompareOrdinal(hit.Key, after) > 0)
            .Order(Comparer<FakeHit>.Create((x, y) => sign * string.CompareOrdinal(x.Key, y.Key)))
            .Take(query["size"]!.GetValue<int>())
            .Select(hit => hit.ToJson());
        var total = query["track_total_hits"]!.GetValue<bool>() ? $"\"total\":{{\"value\":{found.Count},\"relation\":\"eq\"}}," : "";
        return Text($$$"""{"_shards":{"total":1},"hits":{{{{total}}}"hits":[{{{string.Join(',', hits)}}}]}}""");
    }

    private bool NotIndexed(string field, JsonNode query) =>
        creation["mappings"]!["properties"]?[field]?["index"]?.GetValue<bool>() == false && query["runtime_mappings"]?[field] is null;

    private static HttpResponseMessage Text(string json) =>
        new(HttpStatusCode.OK) { Content = new StringContent(json, Encoding.UTF8, "application/json") };
}
