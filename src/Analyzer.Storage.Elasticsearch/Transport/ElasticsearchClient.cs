using System.Net;
using System.Net.Http.Headers;
using System.Text;
using Analyzer.Core;

namespace Analyzer.Storage.Elasticsearch.Transport;

/// <summary>
/// HTTP to whichever node answers:
/// <list type="number">
/// <item>ask the next node that lives; when none does, say so at once;</item>
/// <item>a node that is late, gone or overloaded: after a moment ask the next, each once and one of them twice;</item>
/// <item>never longer than <see cref="ElasticsearchStoreOptions.Timeout"/> as a whole.</item>
/// </list>
/// A node that died is asked in the background until it answers again, so that no caller waits for it.
/// </summary>
internal sealed class ElasticsearchClient : IDisposable
{
    private static readonly TimeSpan MaxPause = TimeSpan.FromMilliseconds(50);

    private readonly ElasticsearchStoreOptions _options;
    private readonly TimeProvider _timeProvider;
    private readonly HttpClient _http;
    private readonly NodePool _pool;
    private readonly CancellationTokenSource _closing = new();

    public ElasticsearchClient(ElasticsearchStoreOptions options, HttpMessageHandler handler, TimeProvider timeProvider)
    {
        _options = options;
        _timeProvider = timeProvider;
        _pool = new NodePool(options.Nodes);
        _http = new HttpClient(handler) { Timeout = Timeout.InfiniteTimeSpan };
        _http.DefaultRequestHeaders.Authorization = Authorization(options);
    }

    /// <summary>What a real network is spoken to with.</summary>
    public static SocketsHttpHandler CreateHandler(ElasticsearchStoreOptions options) => new()
    {
        MaxConnectionsPerServer = options.MaxConnections,
        ConnectTimeout = options.AttemptTimeout,
        PooledConnectionLifetime = TimeSpan.FromMinutes(5), // so that a changed DNS entry is noticed
        SslOptions = ServerTrust.Of(options),
        AllowAutoRedirect = false,
        UseCookies = false,
        UseProxy = false,
    };

    /// <exception cref="StoreUnavailableException">No node lives.</exception>
    public void ThrowIfAway()
    {
        if (_pool.Living == 0)
        {
            throw Away();
        }
    }

    /// <returns>Any answer but one that says "not now" (429, 502, 503, 504).</returns>
    /// <exception cref="StoreUnavailableException">No node gave one in time.</exception>
    public async Task<Answer> SendAsync(Request request, CancellationToken cancellationToken)
    {
        using var timeout = new CancellationTokenSource(_options.Timeout, _timeProvider);
        using var deadline = CancellationTokenSource.CreateLinkedTokenSource(timeout.Token, cancellationToken, _closing.Token);
        StoreUnavailableException? failure = null;
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
                    await Task.Delay(MaxPause * Random.Shared.NextDouble(), _timeProvider, deadline.Token);
                }

                var answer = await AttemptAsync(node, request, deadline.Token);
                if (!IsNotNow(answer.Status))
                {
                    return answer with { Retried = failure is not null };
                }

                failure = answer.Unexpected(_options.Alias);
            }
            catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
            {
                throw;
            }
            catch (OperationCanceledException e) when (_closing.IsCancellationRequested)
            {
                throw new StoreUnavailableException("The store is closed.", e);
            }
            catch (OperationCanceledException e) when (deadline.IsCancellationRequested)
            {
                Count(node, unreachable: false);
                throw Late(node, _options.Timeout, e);
            }
            catch (OperationCanceledException e)
            {
                Count(node, unreachable: false);
                failure = Late(node, _options.AttemptTimeout, e);
            }
            catch (Exception e) when (e is HttpRequestException or IOException)
            {
                Count(node, unreachable: IsUnreachable(e));
                failure = new($"{node.Address} cannot be reached: {e.GetBaseException().Message}", e);
            }
        }

        throw failure ?? Away();
    }

    public void Dispose()
    {
        _closing.Cancel();
        _http.Dispose();
    }

    private static bool IsNotNow(HttpStatusCode status) => (int)status is 429 or 502 or 503 or 504;

    private static bool IsUnreachable(Exception e) =>
        e is HttpRequestException { HttpRequestError: HttpRequestError.ConnectionError or HttpRequestError.NameResolutionError };

    private static AuthenticationHeaderValue? Authorization(ElasticsearchStoreOptions options) =>
        options.ApiKey is { } key ? new("ApiKey", key)
        : options.UserName is { } user ? new("Basic", Convert.ToBase64String(Encoding.UTF8.GetBytes($"{user}:{options.Password}")))
        : null;

    private static StoreUnavailableException Late(Node node, TimeSpan limit, Exception e) =>
        new($"{node.Address} did not answer within {limit.TotalSeconds:0.#} s.", e);

    private StoreUnavailableException Away() =>
        new($"No Elasticsearch node answers: {string.Join(", ", _pool.Nodes.Select(node => node.Address))}.");

    private async Task<Answer> AttemptAsync(Node node, Request request, CancellationToken cancellationToken)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        using var late = _pool.Living > 1 ? new CancellationTokenSource(_options.AttemptTimeout, _timeProvider) : null;
        using var registration = late?.Token.Register(limit.Cancel);
        using var message = new HttpRequestMessage(request.Method, node.Address + request.Path);
        if (!request.Body.IsEmpty)
        {
            message.Content = new ReadOnlyMemoryContent(request.Body) { Headers = { ContentType = new(request.ContentType) } };
        }

        using var response = await _http.SendAsync(message, limit.Token);
        var body = await response.Content.ReadAsByteArrayAsync(limit.Token);
        node.Succeeded();
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
                await Task.Delay(_options.RevivalInterval * (0.5 + Random.Shared.NextDouble()), _timeProvider, _closing.Token);
                using var timeout = new CancellationTokenSource(_options.AttemptTimeout, _timeProvider);
                using var limit = CancellationTokenSource.CreateLinkedTokenSource(timeout.Token, _closing.Token);

                // Any answer will do, and this one costs the node nothing: it does not ask the others.
                await AttemptAsync(node, new(HttpMethod.Get, "/_cluster/health?local=true"), limit.Token);
            }
            catch (Exception e) when (e is HttpRequestException or IOException or OperationCanceledException or ObjectDisposedException)
            {
                // Still away, or the store closes: the loop's condition knows.
            }
        }
    }
}
