using System.Net;
using System.Text;
using System.Text.Json;
using Analyzer.Core;
using Analyzer.Storage.Elasticsearch.Transport;

namespace Analyzer.Storage.Elasticsearch.Index;

/// <summary>Sees to it, once, that the alias leads to an index of ours: creates it when absent, refuses what is not ours.</summary>
internal sealed class ReportIndex(ElasticsearchClient client, ElasticsearchStoreOptions options) : IDisposable
{
    private readonly SemaphoreSlim _lock = new(1);
    private volatile bool _ready;

    /// <summary>Costs nothing once it has succeeded.</summary>
    /// <exception cref="StoreRefusedException">The index is not ours, is a newer version's, or would lose acknowledged reports.</exception>
    /// <exception cref="StoreUnavailableException">The cluster does not answer.</exception>
    public async ValueTask EnsureAsync(CancellationToken cancellationToken)
    {
        if (_ready)
        {
            return;
        }

        // Who waits here is not kept when the cluster is away: the first one learns it within the time-out, the others then at once.
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
        var answer = await client.SendAsync(new(HttpMethod.Get, $"/{options.Alias}"), cancellationToken);
        if (answer.Status == HttpStatusCode.NotFound && answer.Error?.Type == "index_not_found_exception")
        {
            await CreateAsync(cancellationToken);
            answer = await client.SendAsync(new(HttpMethod.Get, $"/{options.Alias}"), cancellationToken);
        }

        if (answer.Status != HttpStatusCode.OK)
        {
            throw answer.Unexpected(options.Alias);
        }

        var (name, index) = Single(answer.Body);
        if (Verify(name, index) < IndexSchema.Version)
        {
            await ExpectOkAsync(new(HttpMethod.Put, $"/{name}/_mapping", Encoding.UTF8.GetBytes(IndexSchema.Mapping)), cancellationToken);
        }
    }

    /// <summary>Another instance may do the same at this moment: that the index exists already is as good.</summary>
    private async Task CreateAsync(CancellationToken cancellationToken)
    {
        var health = await client.SendAsync(new(HttpMethod.Get, "/_cluster/health"), cancellationToken);
        var nodes = JsonSerializer.Deserialize(health.Body, ElasticsearchJson.Default.HealthAnswer)?.NumberOfDataNodes ?? 1;

        // The first acknowledged write shall lie on as many nodes as any later one: so the copies come first, as far as there are nodes.
        var copies = Math.Clamp(nodes, 1, options.Replicas + 1);
        var body = Encoding.UTF8.GetBytes(IndexSchema.Creation(options));
        var request = new Request(
            HttpMethod.Put, $"/{IndexSchema.IndexName(options.Alias)}?wait_for_active_shards={copies}&timeout=1s", body);
        var answer = await client.SendAsync(request, cancellationToken);
        if (answer.Status != HttpStatusCode.OK && answer.Error?.Type != "resource_already_exists_exception")
        {
            throw answer.Unexpected(options.Alias);
        }
    }

    private async Task ExpectOkAsync(Request request, CancellationToken cancellationToken)
    {
        var answer = await client.SendAsync(request, cancellationToken);
        if (answer.Status != HttpStatusCode.OK)
        {
            throw answer.Unexpected(options.Alias);
        }
    }

    private KeyValuePair<string, IndexAnswer> Single(byte[] body)
    {
        var indices = JsonSerializer.Deserialize(body, ElasticsearchJson.Default.DictionaryStringIndexAnswer)!;
        return indices.Count == 1
            ? indices.Single()
            : throw Refused($"leads to several indices ({string.Join(", ", indices.Keys)}): let it lead to one");
    }

    /// <returns>The schema's version.</returns>
    private int Verify(string name, IndexAnswer index)
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
