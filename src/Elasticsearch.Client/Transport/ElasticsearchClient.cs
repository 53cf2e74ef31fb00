using System.Net;

namespace Elasticsearch.Client.Transport;

/// <summary>
/// Sends requests to whichever node answers:
/// <list type="number">
/// <item>ask the next living node; when there is none, fail at once;</item>
/// <item>when it is late, gone or overloaded, ask the next after a moment: each node once, and one of them twice;</item>
/// <item>give up after <see cref="ClusterOptions.Timeout"/>.</item>
/// </list>
/// Dead nodes are asked in the background until they answer again, so that no caller waits for them.
/// </summary>
public sealed class ElasticsearchClient : IDisposable
{
    private static readonly TimeSpan MaxPause = TimeSpan.FromMilliseconds(50);

    private readonly ClusterOptions _options;
    private readonly TimeProvider _time;
    private readonly HttpClient _http;
    private readonly MessageFactory _messages;
    private readonly NodePool _pool;
    private readonly CancellationTokenSource _closing = new();

    public ElasticsearchClient(ClusterOptions options, HttpMessageHandler handler, TimeProvider time)
    {
        _options = options;
        _time = time;
        _pool = new NodePool(options.Nodes);
        _http = new HttpClient(handler) { Timeout = Timeout.InfiniteTimeSpan };
        _messages = new(options);
    }

    /// <summary>The handler for a real network.</summary>
    public static SocketsHttpHandler CreateHandler(ClusterOptions options) => new()
    {
        MaxConnectionsPerServer = options.MaxConnections,
        ConnectTimeout = options.AttemptTimeout,
        PooledConnectionLifetime = TimeSpan.FromMinutes(5), // so that a changed DNS entry is noticed
        SslOptions = TlsOptions.Of(options),
        AllowAutoRedirect = false,
        UseCookies = false,
        UseProxy = options.Proxy is not null,
        Proxy = options.Proxy is { } proxy ? new WebProxy(proxy) : null,
        AutomaticDecompression = options.Gzip ? DecompressionMethods.GZip : DecompressionMethods.None,
    };

    /// <exception cref="ElasticsearchUnavailableException">No node is alive.</exception>
    public void ThrowIfAway()
    {
        if (_pool.Living == 0)
        {
            throw Away();
        }
    }

    /// <returns>Any response except one that asks to try again (429, 502, 503, 504).</returns>
    /// <exception cref="ElasticsearchUnavailableException">No node gave one in time.</exception>
    public async Task<ElasticsearchResponse> SendAsync(ElasticsearchRequest request, CancellationToken cancellationToken)
    {
        using var timeout = new CancellationTokenSource(_options.Timeout, _time);
        using var deadline = CancellationTokenSource.CreateLinkedTokenSource(timeout.Token, cancellationToken, _closing.Token);
        ElasticsearchUnavailableException? failure = null;
        for (var attempt = 0; attempt <= _pool.Nodes.Count; attempt++)
        {
            if (_pool.Next() is not { } node)
            {
                break;
            }

            try
            {
                if (attempt > 0)
                {
                    await Task.Delay(Jitter.UpTo(MaxPause), _time, deadline.Token);
                }

                var response = await AttemptAsync(node, request, deadline.Token);
                if (!IsRetryable(response.Status))
                {
                    return response with { Retried = failure is not null };
                }

                failure = response.Unexpected("its indices");
            }
            catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
            {
                throw;
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

    public void Dispose()
    {
        _closing.Cancel();
        _http.Dispose();
    }

    private static bool IsRetryable(HttpStatusCode status) => (int)status is 429 or 502 or 503 or 504;

    private static bool IsUnreachable(Exception exception) =>
        exception is HttpRequestException { HttpRequestError: HttpRequestError.ConnectionError or HttpRequestError.NameResolutionError };

    private static ElasticsearchUnavailableException Late(Node node, TimeSpan limit, Exception exception) =>
        new($"{node.Address} did not respond within {limit.TotalSeconds:0.#} s.", exception);

    private ElasticsearchUnavailableException Away() =>
        new($"No Elasticsearch node answers: {string.Join(", ", _pool.Nodes.Select(node => node.Address))}.");

    private async Task<ElasticsearchResponse> AttemptAsync(Node node, ElasticsearchRequest request, CancellationToken cancellationToken)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        using var late = _pool.Living > 1 ? new CancellationTokenSource(_options.AttemptTimeout, _time) : null;
        using var registration = late?.Token.Register(limit.Cancel);
        using var message = _messages.Create(node, request);
        using var response = await _http.SendAsync(message, limit.Token);
        var body = await response.Content.ReadAsByteArrayAsync(limit.Token);
        node.Succeeded();
        if (response.IsSuccessStatusCode && !MessageFactory.IsOfElasticsearch(response))
        {
            throw new ElasticsearchUnavailableException(
                $"{node.Address} answers, but does not call itself Elasticsearch ({MessageFactory.ProductHeader}): check the address.");
        }

        return new(response.StatusCode, body);
    }

    private void Count(Node node, bool unreachable)
    {
        if (node.Failed(unreachable))
        {
            _ = ReviveAsync(node);
        }
    }

    private async Task ReviveAsync(Node node)
    {
        while (!node.IsAlive && !_closing.IsCancellationRequested)
        {
            try
            {
                await Task.Delay((_options.RevivalInterval / 2) + Jitter.UpTo(_options.RevivalInterval), _time, _closing.Token);
                using var timeout = new CancellationTokenSource(_options.AttemptTimeout, _time);
                using var limit = CancellationTokenSource.CreateLinkedTokenSource(timeout.Token, _closing.Token);

                // Any response will do. This one is cheap: the node does not ask the other nodes.
                await AttemptAsync(node, new(HttpMethod.Get, "/_cluster/health?local=true"), limit.Token);
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
