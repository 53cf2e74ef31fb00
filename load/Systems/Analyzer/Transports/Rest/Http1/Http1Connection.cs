using System.Net;
using System.Net.Security;
using System.Runtime.CompilerServices;
using Load.Machine;

namespace Load.Systems.Analyzer.Transports.Rest.Http1;

/// <summary>
/// A connection over HTTP/1.1 (RFC 9112) for one request at a time. It is opened for the first, kept for the others, and opened again when
/// it has ended. .NET's client sends a body even if the service has answered without asking for it, and a small upload in two packets:
/// in an interleaved run that cost the service a fifth more CPU and the lab a third more (a look-up: the same for the service, an eighth
/// more for the lab).
/// </summary>
internal sealed class Http1Connection(Uri service, WireCounter wire, TlsTrust? trust = null) : IDisposable
{
    private static readonly ReadOnlyMemory<byte>[] LastChunk = ["0\r\n\r\n"u8.ToArray()];

    private readonly ResponseReader _response = new();
    private Stream? _connection;

    /// <summary>The body of the last answer; valid until the next request.</summary>
    public ReadOnlyMemory<byte> Body => _response.Body;

    /// <summary>Sends a request and reads the whole answer to it.</summary>
    /// <exception cref="IOException">The connection broke, or what came is no answer.</exception>
    /// <exception cref="System.Net.Sockets.SocketException">No connection could be made.</exception>
    /// <exception cref="System.Security.Authentication.AuthenticationException">The service is not who it says it is.</exception>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<HttpStatusCode> SendAsync(Http1Request request, CancellationToken cancellationToken)
    {
        var isKept = _connection is not null;
        try
        {
            return await ExchangeAsync(request, cancellationToken);
        }
        catch (IOException) when (isKept && !_response.HasBegun)
        {
            // A service may end an idle connection at any time (RFC 9112, section 9.5), and the next request is the first to hear of it:
            // nobody's fault. A connection that dropped this very request looks alike and is let off once; on a new connection, or with an
            // answer begun, it is not.
            return await ExchangeAsync(request, cancellationToken);
        }
    }

    /// <summary>Sends a request that is not complete, and ends the connection.</summary>
    /// <exception cref="IOException">The connection broke before.</exception>
    /// <exception cref="System.Net.Sockets.SocketException">No connection could be made.</exception>
    /// <exception cref="System.Security.Authentication.AuthenticationException">The service is not who it says it is.</exception>
    public async Task BreakOffAsync(Http1Request request, CancellationToken cancellationToken)
    {
        try
        {
            _connection ??= await OpenAsync(cancellationToken);
            foreach (var segment in request.End())
            {
                await _connection.WriteAsync(segment, cancellationToken);
            }
        }
        finally
        {
            Dispose();
        }
    }

    /// <summary>Ends the connection; the next request opens another.</summary>
    public void Dispose()
    {
        _connection?.Dispose();
        _connection = null;
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<HttpStatusCode> ExchangeAsync(Http1Request request, CancellationToken cancellationToken)
    {
        _response.Clear();
        try
        {
            var connection = _connection ??= await OpenAsync(cancellationToken);
            var head = request.AwaitsContinue
                ? await AskAsync(connection, request.End(), request.Pause, cancellationToken)
                : await SendAndReadAsync(connection, request.End(), from: 0, request.Pause, cancellationToken);
            if (head.Closes || _response.HasMore)
            {
                Dispose();
            }

            return head.Status;
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    /// <summary>
    /// <c>Expect: 100-continue</c> (RFC 9110, section 10.1.1): sends the head, and the body when it is asked for. The body is chunked: one
    /// that is not wanted is ended by its last chunk at once, and the connection is kept. (.NET's client sends the body even after a final
    /// answer.)
    /// </summary>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<ResponseHead> AskAsync(
        Stream connection, IReadOnlyList<ReadOnlyMemory<byte>> segments, TimeSpan pause, CancellationToken cancellationToken)
    {
        await connection.WriteAsync(segments[0], cancellationToken);
        ResponseHead head;
        do
        {
            head = await _response.ReadHeadAsync(connection, cancellationToken);
        }
        while (head.IsInterim && head.Status != HttpStatusCode.Continue);
        if (head.Status == HttpStatusCode.Continue)
        {
            return await SendAndReadAsync(connection, segments, from: 1, pause, cancellationToken);
        }

        await _response.ReadBodyAsync(connection, head, cancellationToken);
        await WriteAsync(connection, LastChunk, from: 0, TimeSpan.Zero, cancellationToken);
        return head;
    }

    /// <summary>
    /// Usually the kernel takes a small request at once, and there is only the answer to wait for. Where it does not, the answer is
    /// waited for meanwhile: a service may refuse (413, 503) what it has not read, and read no more, so that the rest could never be sent.
    /// </summary>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<ResponseHead> SendAndReadAsync(
        Stream connection, IReadOnlyList<ReadOnlyMemory<byte>> segments, int from, TimeSpan pause, CancellationToken cancellationToken)
    {
        var sending = WriteAsync(connection, segments, from, pause, cancellationToken);
        if (sending.IsCompleted)
        {
            await sending;
            return await _response.ReadAsync(connection, cancellationToken);
        }

        var (sent, read) = (sending.AsTask(), _response.ReadAsync(connection, cancellationToken).AsTask());
        if (await Task.WhenAny(sent, read) == read && !sent.IsCompleted)
        {
            Dispose(); // ends the sending: the rest of the body is not wanted
        }

        await sent.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        return await read;
    }

    /// <summary>
    /// Failing is not the end: a service that has answered and closed its end refuses what is still sent, and the answer lies there to be
    /// read. Where it does not, reading says what is wrong with the connection.
    /// </summary>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private static async ValueTask WriteAsync(
        Stream connection, IReadOnlyList<ReadOnlyMemory<byte>> segments, int from, TimeSpan pause, CancellationToken cancellationToken)
    {
        try
        {
            for (var i = from; i < segments.Count; i++)
            {
                if (pause > TimeSpan.Zero && i > from)
                {
                    await Task.Delay(pause, cancellationToken);
                }

                await connection.WriteAsync(segments[i], cancellationToken);
            }
        }
        catch (IOException)
        {
        }
    }

    private async ValueTask<Stream> OpenAsync(CancellationToken cancellationToken)
    {
        var connection = await Connection.OpenAsync(new DnsEndPoint(service.IdnHost, service.Port), wire, cancellationToken);
        if (service.Scheme == Uri.UriSchemeHttp)
        {
            return connection;
        }

        var secured = new SslStream(connection);
        try
        {
            var options = (trust ?? TlsTrust.Machine).Options(service.IdnHost, SslApplicationProtocol.Http11);
            await secured.AuthenticateAsClientAsync(options, cancellationToken);
            return secured;
        }
        catch
        {
            await secured.DisposeAsync();
            throw;
        }
    }
}
