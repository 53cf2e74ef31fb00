using Elastic.Clients.Elasticsearch;
using Elastic.Transport;
using HttpMethod = Elastic.Transport.HttpMethod;

namespace Elasticsearch.Client.Transport;

/// <summary>A request of the package's client, sent to one node.</summary>
/// <param name="node">Belongs into the request: it says which node to ask.</param>
public delegate Task<T> Ask<T>(ElasticsearchClient client, RequestConfiguration node, CancellationToken cancellationToken);

/// <summary>
/// The only way to the cluster: Elastic's client, whose every response is asked whether it is an answer (<see cref="Failover"/>). Bodies
/// that must stay byte for byte go through its transport as bytes, everything else as requests of its types.
/// </summary>
public sealed class ClusterClient : IDisposable
{
    /// <summary>The package's own time-out: never, since each attempt has its end here.</summary>
    private static readonly TimeSpan Never = TimeSpan.FromDays(1);

    private readonly HttpMessageHandler _handler;
    private readonly ElasticsearchClientSettings _settings;
    private readonly ElasticsearchClient _client;
    private readonly Failover _failover;

    /// <param name="options">Valid ones.</param>
    /// <param name="handler">The network: <see cref="NodeHandler"/> makes a real one. It is disposed with the client.</param>
    /// <param name="time">Bounds the attempts.</param>
    public ClusterClient(ClientOptions options, HttpMessageHandler handler, TimeProvider time)
    {
        _handler = new RequestHandler(options.Cluster, handler);
        var pool = new StaticNodePool([options.Cluster.Nodes[0]]); // each request names its node
        _settings = new ElasticsearchClientSettings(pool, new HttpRequestInvoker((_, _) => _handler))
            .RequestTimeout(Never)
            .DnsRefreshTimeout(Timeout.InfiniteTimeSpan) // the handler stays; its connections do not
            .EnableHttpCompression(false) // the handler compresses
            .DisablePing()
            .DisableAuditTrail()
            .DisableMetaHeader()
            .ResponseHeadersToParse(new HeadersList(ResponseCheck.ProductHeader));
        if (Credentials.Of(options.Cluster) is { } credentials)
        {
            _settings = _settings.Authentication(credentials);
        }

        _client = new ElasticsearchClient(_settings);
        _failover = new Failover(_client, options, time);
    }

    /// <inheritdoc cref="Failover.ThrowIfAway"/>
    public void ThrowIfAway() => _failover.ThrowIfAway();

    /// <inheritdoc cref="AskAsync"/>
    /// <param name="path">Path and query below a node's address, without a slash in front.</param>
    /// <param name="alsoTake">The type of an error that the caller takes for an answer; null for none.</param>
    public Task<Answer<BytesResponse>> GetAsync(
        string path, string target, string? alsoTake, CancellationToken cancellationToken) =>
        SendAsync<BytesResponse>(HttpMethod.GET, path, null, node => node.Request, target, alsoTake, cancellationToken);

    /// <inheritdoc cref="GetAsync"/>
    /// <param name="body">JSON.</param>
    public Task<Answer<BytesResponse>> PutAsync(
        string path, PostData body, string target, string? alsoTake, CancellationToken cancellationToken) =>
        SendAsync<BytesResponse>(HttpMethod.PUT, path, body, node => node.Request, target, alsoTake, cancellationToken);

    /// <inheritdoc cref="PutAsync"/>
    public Task<Answer<BytesResponse>> PostAsync(string path, PostData body, string target, CancellationToken cancellationToken) =>
        SendAsync<BytesResponse>(HttpMethod.POST, path, body, node => node.Request, target, alsoTake: null, cancellationToken);

    /// <inheritdoc cref="PutAsync"/>
    /// <param name="lines">One for each action and each document (Elasticsearch, Bulk API). They are copied before they are sent.</param>
    public Task<Answer<BulkResponse>> BulkAsync(
        string path, ReadOnlyMemory<byte> lines, string target, CancellationToken cancellationToken) => SendAsync<BulkResponse>(
            HttpMethod.POST, path, PostData.ReadOnlyMemory(lines), node => node.Lines, target, alsoTake: null, cancellationToken);

    /// <param name="ask">May be called for one node after the other.</param>
    /// <param name="target">The index or alias that is asked for, for the message.</param>
    /// <param name="cancellationToken">Ends the waiting; the request may be carried out all the same.</param>
    /// <returns>A valid answer of Elasticsearch: success, that a document or an index does not exist, or the error to take.</returns>
    /// <exception cref="ElasticsearchUnavailableException">No node gave one in time, or it was another.</exception>
    public Task<Answer<T>> AskAsync<T>(Ask<T> ask, string target, CancellationToken cancellationToken)
        where T : TransportResponse =>
        _failover.SendAsync((node, token) => ask(_client, node.Request, token), target, alsoTake: null, cancellationToken);

    public void Dispose()
    {
        _failover.Dispose();
        _handler.Dispose();
        ((IDisposable)_settings).Dispose();
    }

    private Task<Answer<T>> SendAsync<T>(
        HttpMethod method,
        string path,
        PostData? body,
        Func<ClusterNode, RequestConfiguration> configuration,
        string target,
        string? alsoTake,
        CancellationToken cancellationToken)
        where T : TransportResponse, new() => _failover.SendAsync(
            (node, token) => _client.Transport.RequestAsync<T>(new EndpointPath(method, path), body, null, configuration(node), token),
            target, alsoTake, cancellationToken);
}
