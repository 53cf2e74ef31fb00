using System.Net;
using System.Text;
using Elasticsearch.Client.Transport;

namespace Sigma.Streams.Elasticsearch;

/// <summary>
/// The index of alerts. A missing one is created with a mapping that no event can break: the record is stored but not searchable, and the
/// values of fields are searchable verbatim. An existing index, alias or data stream is used as it is.
/// </summary>
internal sealed class AlertIndex(ElasticsearchClient client, string name)
{
    private static readonly byte[] Mapping = Encoding.UTF8.GetBytes(
        """
        {"mappings":{"dynamic":false,"properties":{
          "@timestamp":{"type":"date"},"id":{"type":"keyword"},"time":{"type":"date"},"repeats":{"type":"long"},
          "rule":{"properties":{"id":{"type":"keyword"},"title":{"type":"keyword"},"level":{"type":"keyword"}}},
          "event":{"properties":{"source":{"type":"keyword"},"partition":{"type":"long"},"offset":{"type":"long"}}},
          "fields":{"type":"flattened","ignore_above":1024},
          "captures":{"type":"flattened","ignore_above":1024},
          "custom":{"type":"flattened","ignore_above":1024},
          "record":{"type":"object","enabled":false}}}}
        """);

    private bool _isThere;

    public string Name => name;

    /// <summary>
    /// Otherwise Elasticsearch would create an index of that name and guess its mapping, so its existence is checked first.
    /// </summary>
    public string BulkPath { get; } =
        $"/{name}/_bulk?filter_path=items.*.status,items.*.error.type,items.*.error.reason,error.type,error.reason";

    /// <exception cref="ElasticsearchUnavailableException">It does not exist, and cannot be created now.</exception>
    public async Task EnsureAsync(CancellationToken cancellationToken)
    {
        if (_isThere)
        {
            return;
        }

        var found = await client.SendAsync(new(HttpMethod.Head, $"/{name}"), cancellationToken);
        if (found.Status == HttpStatusCode.NotFound)
        {
            var made = await client.SendAsync(new(HttpMethod.Put, $"/{name}", Mapping), cancellationToken);
            if (made.Status != HttpStatusCode.OK && made.Error is not { Type: "resource_already_exists_exception" })
            {
                throw made.Unexpected(name);
            }
        }
        else if (found.Status != HttpStatusCode.OK)
        {
            throw found.Unexpected(name);
        }

        _isThere = true;
    }

    /// <summary>Something failed: its existence is checked again.</summary>
    public void Forget() => _isThere = false;
}
