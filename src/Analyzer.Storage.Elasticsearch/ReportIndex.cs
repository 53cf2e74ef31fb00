using System.Text.Json;
using Analyzer.Core;
using Elastic.Clients.Elasticsearch.Cluster;
using Elastic.Transport;
using Elasticsearch.Client.Transport;

namespace Analyzer.Storage.Elasticsearch;

/// <summary>Makes sure, once, that the alias leads to an index of ours: creates a missing index, refuses one that is not ours.</summary>
internal sealed class ReportIndex(ClusterClient client, ElasticsearchStoreOptions options) : IDisposable
{
    private const string IndexMissing = "index_not_found_exception";
    private const string NotElasticsearch = "This is not Elasticsearch's response to a request for an index.";
    private const string IndexExists = "resource_already_exists_exception";

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
        var answer = await FindAsync(cancellationToken);
        if (answer.ErrorType is IndexMissing)
        {
            await CreateAsync(cancellationToken);
            answer = await FindAsync(cancellationToken);
            if (answer.ErrorType is IndexMissing)
            {
                // An index is made together with its alias: a snapshot was restored without, or somebody took the alias away.
                throw Refused($"leads nowhere although the index {IndexSchema.IndexName(options.Alias)} exists: add the alias to it");
            }
        }

        var (name, index) = Single(answer.Response.Body);
        Identity = index.Settings.Index.Uuid ?? name;
        HasFilters = index.Mappings.HasFilters;
        if (Verify(name, index) < IndexSchema.Version)
        {
            var mapping = PostData.String(IndexSchema.Mapping(HasFilters));
            await client.PutAsync($"{name}/_mapping", mapping, options.Alias, alsoTake: null, cancellationToken);
        }
    }

    /// <summary>As bytes: the index may be another program's, with fields of a type that the package does not know.</summary>
    private Task<Answer<BytesResponse>> FindAsync(CancellationToken cancellationToken) =>
        client.GetAsync(options.Alias, options.Alias, IndexMissing, cancellationToken);

    /// <summary>Another instance may create the index at the same moment: then it exists, which is just as good.</summary>
    private async Task CreateAsync(CancellationToken cancellationToken)
    {
        var health = await client.AskAsync(
            (client, node, token) => client.Cluster.HealthAsync(new HealthRequest { RequestConfiguration = node }, token),
            options.Alias, cancellationToken);

        // The first acknowledged write must be on as many nodes as any later one: so wait for the copies, as far as there are nodes.
        var copies = Math.Clamp(health.Response.NumberOfDataNodes, 1, options.Replicas + 1);
        var path = $"{IndexSchema.IndexName(options.Alias)}?wait_for_active_shards={copies}&timeout=1s";
        await client.PutAsync(path, PostData.String(IndexSchema.Creation(options)), options.Alias, IndexExists, cancellationToken);
    }

    private KeyValuePair<string, IndexResponse> Single(byte[] body)
    {
        var indices = Read(body);
        return indices.Count == 1
            ? indices.Single()
            : throw Refused($"leads to several indices ({string.Join(", ", indices.Keys)}): let it lead to one");
    }

    private static Dictionary<string, IndexResponse> Read(byte[] body)
    {
        try
        {
            if (JsonSerializer.Deserialize(body, ElasticsearchJson.Default.DictionaryStringIndexResponse) is { Count: > 0 } indices
                && indices.Values.All(index => index is { Mappings: not null, Settings.Index: not null }))
            {
                return indices;
            }
        }
        catch (JsonException exception)
        {
            throw new ElasticsearchUnavailableException(NotElasticsearch, exception);
        }

        throw new ElasticsearchUnavailableException(NotElasticsearch);
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
