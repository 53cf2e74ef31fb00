using System.Runtime.ExceptionServices;
using Elastic.Clients.Elasticsearch;
using Elastic.Clients.Elasticsearch.Cluster;
using Elastic.Transport;

namespace Elasticsearch.Client.Transport;

/// <summary>
/// Sends each request to whichever node answers, and asks every response whether it is an answer, since the package does not throw when a
/// request fails:
/// <list type="number">
/// <item>ask the next living node; when there is none, fail at once;</item>
/// <item>when it is late, gone or overloaded, ask the next after a moment: each node once, and one of them twice;</item>
/// <item>give up after <see cref="ClientOptions.Timeout"/>.</item>
/// </list>
/// The package has a single time-out for an attempt and for all of them: a node that hangs would cost the answer. Dead nodes are asked in
/// the background until they answer again, so that no caller waits for them.
/// </summary>
internal sealed class Failover(ElasticsearchClient client, ClientOptions options, TimeProvider time) : IDisposable
{
    private static readonly TimeSpan MaxPause = TimeSpan.FromMilliseconds(50);

    private readonly ClusterNodes _nodes = new(options.Cluster.Nodes);
    private readonly CancellationTokenSource _closing = new();

    /// <exception cref="ElasticsearchUnavailableException">No node is alive.</exception>
    public void ThrowIfAway()
    {
        if (_nodes.Living == 0)
        {
            throw Away();
        }
    }

    /// <param name="send">Sends the request to a node, with the package.</param>
    /// <param name="target">The index or alias that is asked for, for the message.</param>
    /// <param name="alsoTake">The type of an error that the caller takes for an answer; null for none.</param>
    /// <param name="cancellationToken">Ends the waiting.</param>
    /// <exception cref="ElasticsearchUnavailableException">No node gave a valid answer in time.</exception>
    public async Task<Answer<T>> SendAsync<T>(
        Func<ClusterNode, CancellationToken, Task<T>> send, string target, string? alsoTake, CancellationToken cancellationToken)
        where T : TransportResponse
    {
        using var timeout = new CancellationTokenSource(options.Timeout, time);
        using var deadline = CancellationTokenSource.CreateLinkedTokenSource(timeout.Token, cancellationToken, _closing.Token);
        ElasticsearchUnavailableException? failure = null;
        List<ClusterNode> asked = [];
        while (asked.Count <= _nodes.Count && _nodes.Next(asked) is { } node)
        {
            asked.Add(node);
            try
            {
                if (failure is not null)
                {
                    await Task.Delay(Jitter.UpTo(MaxPause), time, deadline.Token);
                }

                var response = await AttemptAsync(node, send, deadline.Token);
                if (!ResponseCheck.IsNotNow(response.ApiCallDetails))
                {
                    ResponseCheck.ThrowUnlessAnswer(client, response.ApiCallDetails, node, target, alsoTake);
                    return new(response, Retried: failure is not null);
                }

                failure = ResponseCheck.Unexpected(response.ApiCallDetails, target);
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
                throw Late(node, options.Timeout, exception);
            }
            catch (OperationCanceledException exception)
            {
                Count(node, unreachable: false);
                failure = Late(node, options.AttemptTimeout, exception);
            }
            catch (Exception exception) when (exception is HttpRequestException or IOException)
            {
                Count(node, unreachable: IsUnreachable(exception));
                failure = new($"{node.Address} cannot be reached: {exception.GetBaseException().Message}", exception);
            }
        }

        throw failure ?? Away();
    }

    public void Dispose() => _closing.Cancel();

    private static bool IsUnreachable(Exception exception) =>
        exception is HttpRequestException { HttpRequestError: HttpRequestError.ConnectionError or HttpRequestError.NameResolutionError };

    private static ElasticsearchUnavailableException Late(ClusterNode node, TimeSpan limit, Exception exception) =>
        new($"{node.Address} did not respond within {limit.TotalSeconds:0.#} s.", exception);

    private ElasticsearchUnavailableException Away() => new($"No Elasticsearch node answers: {_nodes}.");

    /// <summary>Throws what the package would only note, when there was no response or its body is not readable.</summary>
    private async Task<T> AttemptAsync<T>(
        ClusterNode node, Func<ClusterNode, CancellationToken, Task<T>> send, CancellationToken cancellationToken)
        where T : TransportResponse
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        using var late = _nodes.Living > 1 ? new CancellationTokenSource(options.AttemptTimeout, time) : null;
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
            node.Succeeded(); // it answers, though the package does not like the first response to a request of its types
            throw ResponseCheck.Unsupported(node, exception);
        }

        if (response.ApiCallDetails is { HttpStatusCode: null } none)
        {
            ExceptionDispatchInfo.Throw(none.OriginalException ?? new IOException("no response"));
        }

        node.Succeeded();
        return response;
    }

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
                await Task.Delay((options.RevivalInterval / 2) + Jitter.UpTo(options.RevivalInterval), time, _closing.Token);
                using var timeout = new CancellationTokenSource(options.AttemptTimeout, time);
                using var limit = CancellationTokenSource.CreateLinkedTokenSource(timeout.Token, _closing.Token);
                await AttemptAsync(node, (_, token) => client.Cluster.HealthAsync(health, token), limit.Token);
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
