using Elastic.Clients.Elasticsearch.IndexManagement;
using Elastic.Transport;
using Elasticsearch.Client.Transport;

namespace Sigma.Streams.Elasticsearch;

/// <summary>
/// The index of alerts. A missing one is created with a mapping that no event can break: the record is stored but not searchable, and the
/// values of fields are searchable verbatim. An existing index, alias or data stream is used as it is.
/// </summary>
internal sealed class AlertIndex(ClusterClient client, string name)
{
    private const string Mapping =
        """
        {"mappings":{"dynamic":false,"properties":{
          "@timestamp":{"type":"date"},"id":{"type":"keyword"},"time":{"type":"date"},"repeats":{"type":"long"},
          "rule":{"properties":{"id":{"type":"keyword"},"title":{"type":"keyword"},"level":{"type":"keyword"}}},
          "event":{"properties":{"source":{"type":"keyword"},"partition":{"type":"long"},"offset":{"type":"long"}}},
          "fields":{"type":"flattened","ignore_above":1024},
          "captures":{"type":"flattened","ignore_above":1024},
          "custom":{"type":"flattened","ignore_above":1024},
          "record":{"type":"object","enabled":false}}}}
        """;

    private bool _isThere;

    public string Name => name;

    /// <summary>
    /// Otherwise Elasticsearch would create an index of that name and guess its mapping, so its existence is checked first.
    /// </summary>
    public string BulkPath { get; } =
        $"{name}/_bulk?filter_path=items.*.status,items.*.error.type,items.*.error.reason,error.type,error.reason";

    /// <exception cref="ElasticsearchUnavailableException">It does not exist, and cannot be created now.</exception>
    public async Task EnsureAsync(CancellationToken cancellationToken)
    {
        if (_isThere)
        {
            return;
        }

        var found = await client.AskAsync(
            (client, node, token) => client.Indices.ExistsAsync(new ExistsRequest(name) { RequestConfiguration = node }, token),
            name, cancellationToken);
        if (!found.Response.Exists)
        {
            await client.PutAsync(name, PostData.String(Mapping), name, alsoTake: "resource_already_exists_exception", cancellationToken);
        }

        _isThere = true;
    }

    /// <summary>Something failed: its existence is checked again.</summary>
    public void Forget() => _isThere = false;
}
