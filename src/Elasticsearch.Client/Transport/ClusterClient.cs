using System.Runtime.ExceptionServices;
using Elastic.Clients.Elasticsearch;
using Elastic.Clients.Elasticsearch.Cluster;
using Elastic.Transport;
using HttpMethod = Elastic.Transport.HttpMethod;

namespace Elasticsearch.Client.Transport;

/// <summary>A request of the package's client, sent to one node.</summary>
/// <param name="node">Belongs into the request: it says which node to ask.</param>
public delegate Task<T> Ask<T>(ElasticsearchClient client, RequestConfiguration node, CancellationToken cancellationToken);

/// <summary>
/// The only way to the cluster. The package does not throw when a request fails: every response is asked here, so that none is taken for
/// an answer that is none. Each request goes to whichever node answers:
/// <list type="number">
/// <item>ask the next living node; when there is none, fail at once;</item>
/// <item>when it is late, gone or overloaded, ask the next after a moment: each node once, and one of them twice;</item>
/// <item>give up after <see cref="ClientOptions.Timeout"/>.</item>
/// </list>
/// The package could do this too, but has a single time-out for the attempt and for all of them: a node that hangs would cost the answer.
/// Dead nodes are asked in the background until they answer again, so that no caller waits for them.
/// </summary>
public sealed class ClusterClient : IDisposable
{
    /// <summary>What Elasticsearch sends with every answer since 7.14, so that a client knows whom it talks to.</summary>
    private const string ProductHeader = "x-elastic-product";

    /// <summary>The package's own time-out: never, since each attempt has its end here.</summary>
    private static readonly TimeSpan Never = TimeSpan.FromDays(1);
    private static readonly TimeSpan MaxPause = TimeSpan.FromMilliseconds(50);

    private readonly ClientOptions _options;
    private readonly TimeProvider _time;
    private readonly ClusterNodes _nodes;
    private readonly HttpMessageHandler _handler;
    private readonly ElasticsearchClientSettings _settings;
    private readonly ElasticsearchClient _client;
    private readonly CancellationTokenSource _closing = new();

    /// <param name="options">Valid ones.</param>
    /// <param name="handler">The network: <see cref="NodeHandler"/> makes a real one. It is disposed with the client.</param>
    /// <param name="time">Bounds the attempts.</param>
    public ClusterClient(ClientOptions options, HttpMessageHandler handler, TimeProvider time)
    {
        _options = options;
        _time = time;
        _nodes = new ClusterNodes(options.Cluster.Nodes);
        _handler = new RequestHandler(options.Cluster, handler);
        var pool = new StaticNodePool([options.Cluster.Nodes[0]]); // each request names its node
        _settings = new ElasticsearchClientSettings(pool, new HttpRequestInvoker((_, _) => _handler))
            .RequestTimeout(Never)
            .DnsRefreshTimeout(Timeout.InfiniteTimeSpan) // the handler stays; its connections do not
            .EnableHttpCompression(false) // the handler compresses
            .DisablePing()
            .DisableAuditTrail()
            .DisableMetaHeader()
            .ResponseHeadersToParse(new HeadersList(ProductHeader));
        if (Credentials.Of(options.Cluster) is { } credentials)
        {
            _settings = _settings.Authentication(credentials);
        }

        _client = new ElasticsearchClient(_settings);
    }

    /// <exception cref="ElasticsearchUnavailableException">No node is alive.</exception>
    public void ThrowIfAway()
    {
        if (_nodes.Living == 0)
        {
            throw Away();
        }
    }

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
    /// <param name="lines">One line for each action and each document (Elasticsearch, Bulk API). They are copied before they are sent.</param>
    public Task<Answer<BulkResponse>> BulkAsync(
        string path, ReadOnlyMemory<byte> lines, string target, CancellationToken cancellationToken) => SendAsync<BulkResponse>(
            HttpMethod.POST, path, PostData.ReadOnlyMemory(lines), node => node.Lines, target, alsoTake: null, cancellationToken);

    /// <param name="ask">May be called for one node after the other.</param>
    /// <param name="target">The index or alias that is asked for, for the message.</param>
    /// <param name="cancellationToken">Ends the waiting; the request may be carried out all the same.</param>
    /// <returns>A valid answer of Elasticsearch: success, that a document or an index does not exist, or the named error.</returns>
    /// <exception cref="ElasticsearchUnavailableException">No node gave one in time, or it was another.</exception>
    public Task<Answer<T>> AskAsync<T>(Ask<T> ask, string target, CancellationToken cancellationToken)
        where T : TransportResponse =>
        SendAsync((node, token) => ask(_client, node.Request, token), target, alsoTake: null, cancellationToken);

    public void Dispose()
    {
        _closing.Cancel();
        _handler.Dispose();
        ((IDisposable)_settings).Dispose();
    }

    private static bool IsRetryable(ApiCallDetails details) => details.HttpStatusCode is 429 or 502 or 503 or 504;

    private static bool IsUnreachable(Exception exception) =>
        exception is HttpRequestException { HttpRequestError: HttpRequestError.ConnectionError or HttpRequestError.NameResolutionError };

    private static ElasticsearchUnavailableException Late(ClusterNode node, TimeSpan limit, Exception exception) =>
        new($"{node.Address} did not respond within {limit.TotalSeconds:0.#} s.", exception);

    private static ElasticsearchUnavailableException Unsupported(ClusterNode node, Exception? exception) =>
        new($"{node.Address} answers, but does not call itself Elasticsearch ({ProductHeader}): check the address.", exception);

    private ElasticsearchUnavailableException Away() => new($"No Elasticsearch node answers: {_nodes}.");

    private Task<Answer<T>> SendAsync<T>(
        HttpMethod method,
        string path,
        PostData? body,
        Func<ClusterNode, RequestConfiguration> configuration,
        string target,
        string? alsoTake,
        CancellationToken cancellationToken)
        where T : TransportResponse, new() => SendAsync(
            (node, token) => _client.Transport.RequestAsync<T>(new EndpointPath(method, path), body, null, configuration(node), token),
            target, alsoTake, cancellationToken);

    private async Task<Answer<T>> SendAsync<T>(
        Func<ClusterNode, CancellationToken, Task<T>> send, string target, string? alsoTake, CancellationToken cancellationToken)
        where T : TransportResponse
    {
        using var timeout = new CancellationTokenSource(_options.Timeout, _time);
        using var deadline = CancellationTokenSource.CreateLinkedTokenSource(timeout.Token, cancellationToken, _closing.Token);
        ElasticsearchUnavailableException? failure = null;
        for (var attempt = 0; attempt <= _nodes.Count && _nodes.Next() is { } node; attempt++)
        {
            try
            {
                if (attempt > 0)
                {
                    await Task.Delay(Jitter.UpTo(MaxPause), _time, deadline.Token);
                }

                var response = await AttemptAsync(node, send, deadline.Token);
                if (!IsRetryable(response.ApiCallDetails))
                {
                    Verify(response.ApiCallDetails, node, target, alsoTake);
                    return new(response, Retried: failure is not null);
                }

                failure = Failures.Unexpected(response.ApiCallDetails, target);
            }
            catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
            {
                throw new OperationCanceledException(cancellationToken);
            }
            catch (OperationCanceledException exception) when (_closing.IsCancellationRequested)
            {
                throw new ElasticsearchUnavailableException("The connection to Elasticsearch is closed.", exception);
            }
            catch (OperationCanceledException exception) when (deadline.IsCancellationRequested)
            {
                Count(node, unreachable: false);
                throw Late(node, _options.Timeout, exception);
            }
            catch (OperationCanceledException exception)
            {
                Count(node, unreachable: false);
                failure = Late(node, _options.AttemptTimeout, exception);
            }
            catch (Exception exception) when (exception is HttpRequestException or IOException)
            {
                Count(node, unreachable: IsUnreachable(exception));
                failure = new($"{node.Address} cannot be reached: {exception.GetBaseException().Message}", exception);
            }
        }

        throw failure ?? Away();
    }

    /// <summary>Throws what the package would only note, when there was no response or its body is not readable.</summary>
    private async Task<T> AttemptAsync<T>(
        ClusterNode node, Func<ClusterNode, CancellationToken, Task<T>> send, CancellationToken cancellationToken)
        where T : TransportResponse
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        using var late = _nodes.Living > 1 ? new CancellationTokenSource(_options.AttemptTimeout, _time) : null;
        using var registration = late?.Token.Register(limit.Cancel);
        T response;
        try
        {
            response = await send(node, limit.Token);
        }
        catch (UnexpectedTransportException exception) when (exception.InnerException is { } inner)
        {
            if (inner is OperationCanceledException or HttpRequestException or IOException)
            {
                ExceptionDispatchInfo.Throw(inner);
            }

            throw new ElasticsearchUnavailableException($"{node.Address} sends what is not a response of Elasticsearch.", inner);
        }
        catch (UnsupportedProductException exception)
        {
            throw Unsupported(node, exception); // the package itself looks at the first response to a request of its types
        }

        if (response.ApiCallDetails is { HttpStatusCode: null } none)
        {
            ExceptionDispatchInfo.Throw(none.OriginalException ?? new IOException("no response"));
        }

        node.Succeeded();
        return response;
    }

    /// <exception cref="ElasticsearchUnavailableException">It is not a valid answer, nor an error of the type that the caller takes.</exception>
    private void Verify(ApiCallDetails details, ClusterNode node, string target, string? alsoTake)
    {
        if (details.HttpStatusCode is >= 200 and < 300 && !IsOfElasticsearch(details))
        {
            throw Unsupported(node, null);
        }

        var isValid = ((ITransportConfiguration)_settings).ProductRegistration.IsValidResponse(details);
        if (!isValid && (alsoTake is null || Failures.ErrorOf(details)?.Type != alsoTake))
        {
            throw Failures.Unexpected(details, target);
        }
    }

    private static bool IsOfElasticsearch(ApiCallDetails details) =>
        details.TryGetHeader(ProductHeader, out var products) && products.Contains("Elasticsearch");

    private void Count(ClusterNode node, bool unreachable)
    {
        if (node.Failed(unreachable))
        {
            _ = ReviveAsync(node);
        }
    }

    private async Task ReviveAsync(ClusterNode node)
    {
        // Any response will do. This one is cheap: the node does not ask the other nodes.
        var health = new HealthRequest { Local = true, RequestConfiguration = node.Request };
        while (!node.IsAlive && !_closing.IsCancellationRequested)
        {
            try
            {
                await Task.Delay((_options.RevivalInterval / 2) + Jitter.UpTo(_options.RevivalInterval), _time, _closing.Token);
                using var timeout = new CancellationTokenSource(_options.AttemptTimeout, _time);
                using var limit = CancellationTokenSource.CreateLinkedTokenSource(timeout.Token, _closing.Token);
                await AttemptAsync(node, (_, token) => _client.Cluster.HealthAsync(health, token), limit.Token);
            }
            catch (Exception exception) when (
                exception is HttpRequestException or IOException or OperationCanceledException or ObjectDisposedException
                    or ElasticsearchUnavailableException)
            {
                // The node is still away, or another program answers at its address, or the client closes: the loop's condition tells.
            }
        }
    }
}
