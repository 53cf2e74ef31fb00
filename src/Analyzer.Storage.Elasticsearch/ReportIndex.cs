using System.Net;
using System.Text;
using System.Text.Json;
using Analyzer.Core;
using Elasticsearch.Client.Transport;

namespace Analyzer.Storage.Elasticsearch;

/// <summary>Makes sure, once, that the alias leads to an index of ours: creates a missing index, refuses one that is not ours.</summary>
internal sealed class ReportIndex(ElasticsearchClient client, ElasticsearchStoreOptions options) : IDisposable
{
    private readonly SemaphoreSlim _lock = new(1);
    private volatile bool _ready;

    /// <summary>Names the index among all others, of any cluster; known once <see cref="EnsureAsync"/> has returned.</summary>
    public string Identity { get; private set; } = "";

    /// <summary>Whether types and scores are indexed. Known after <see cref="EnsureAsync"/>.</summary>
    public bool HasFilters { get; private set; }

    /// <summary>Asks the cluster until it has succeeded once.</summary>
    /// <exception cref="StoreRefusedException">The index is not ours, is a newer version's, or would lose acknowledged reports.</exception>
    /// <exception cref="ElasticsearchUnavailableException">The cluster does not answer.</exception>
    public async ValueTask EnsureAsync(CancellationToken cancellationToken)
    {
        if (_ready)
        {
            return;
        }

        // When the cluster is away, the first caller finds out within its time-out, and the waiting callers then fail at once.
        await _lock.WaitAsync(cancellationToken);
        try
        {
            if (!_ready)
            {
                await VerifyOrCreateAsync(cancellationToken);
                _ready = true;
            }
        }
        finally
        {
            _lock.Release();
        }
    }

    public void Dispose() => _lock.Dispose();

    private async Task VerifyOrCreateAsync(CancellationToken cancellationToken)
    {
        var response = await client.SendAsync(new(HttpMethod.Get, $"/{options.Alias}"), cancellationToken);
        if (response.Status == HttpStatusCode.NotFound && response.Error?.Type == "index_not_found_exception")
        {
            await CreateAsync(cancellationToken);
            response = await client.SendAsync(new(HttpMethod.Get, $"/{options.Alias}"), cancellationToken);
            if (response.Status == HttpStatusCode.NotFound)
            {
                // An index is made together with its alias: a snapshot was restored without, or somebody took the alias away.
                throw Refused($"leads nowhere although the index {IndexSchema.IndexName(options.Alias)} exists: add the alias to it");
            }
        }

        if (response.Status != HttpStatusCode.OK)
        {
            throw response.Unexpected(options.Alias);
        }

        var (name, index) = Single(response.Body);
        Identity = index.Settings.Index.Uuid ?? name;
        HasFilters = index.Mappings.HasFilters;
        if (Verify(name, index) < IndexSchema.Version)
        {
            var mapping = Encoding.UTF8.GetBytes(IndexSchema.Mapping(HasFilters));
            await ExpectOkAsync(new(HttpMethod.Put, $"/{name}/_mapping", mapping), cancellationToken);
        }
    }

    /// <summary>Another instance may create the index at the same moment: then it exists, which is just as good.</summary>
    private async Task CreateAsync(CancellationToken cancellationToken)
    {
        var health = await client.SendAsync(new(HttpMethod.Get, "/_cluster/health"), cancellationToken);
        var nodes = JsonSerializer.Deserialize(health.Body, ElasticsearchJson.Default.HealthResponse)?.NumberOfDataNodes ?? 1;

        // The first acknowledged write must be on as many nodes as any later one: so wait for the copies, as far as there are nodes.
        var copies = Math.Clamp(nodes, 1, options.Replicas + 1);
        var body = Encoding.UTF8.GetBytes(IndexSchema.Creation(options));
        var request = new ElasticsearchRequest(
            HttpMethod.Put, $"/{IndexSchema.IndexName(options.Alias)}?wait_for_active_shards={copies}&timeout=1s", body);
        var response = await client.SendAsync(request, cancellationToken);
        if (response.Status != HttpStatusCode.OK && response.Error?.Type != "resource_already_exists_exception")
        {
            throw response.Unexpected(options.Alias);
        }
    }

    private async Task ExpectOkAsync(ElasticsearchRequest request, CancellationToken cancellationToken)
    {
        var response = await client.SendAsync(request, cancellationToken);
        if (response.Status != HttpStatusCode.OK)
        {
            throw response.Unexpected(options.Alias);
        }
    }

    private KeyValuePair<string, IndexResponse> Single(byte[] body)
    {
        var indices = JsonSerializer.Deserialize(body, ElasticsearchJson.Default.DictionaryStringIndexResponse)!;
        return indices.Count == 1
            ? indices.Single()
            : throw Refused($"leads to several indices ({string.Join(", ", indices.Keys)}): let it lead to one");
    }

    /// <returns>The schema's version.</returns>
    private int Verify(string name, IndexResponse index)
    {
        if (name == options.Alias || index.Mappings.Owner is not { IsAnalyzer: true } owner)
        {
            throw Refused($"belongs to another program (index {name}): name another alias");
        }

        if (owner.Version > IndexSchema.Version)
        {
            throw Refused(
                $"was made by a newer version of the analyzer (schema {owner.Version}, this one knows up to {IndexSchema.Version}): " +
                "install that version, or name another alias");
        }

        if (index.Settings.Index.Translog?.Durability is "async")
        {
            throw Refused($"would lose acknowledged reports in a crash: set index.translog.durability of {name} to request");
        }

        return owner.Version;
    }

    private StoreRefusedException Refused(string why) => new($"The Elasticsearch alias {options.Alias} {why}. It was left as it is.");
}
