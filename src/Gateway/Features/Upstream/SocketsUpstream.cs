using System.Collections.Concurrent;
using System.Net;
using System.Text;
using Gateway.Features.Headers;

namespace Gateway.Features.Upstream;

/// <summary>An upstream over <see cref="SocketsHttpHandler"/>: one for each connection, taken in turn.</summary>
/// <remarks>
/// An HTTP/2 client of our own (RFC 9113, gathered sends, look-ups together on one connection) was built and measured against it, in turn,
/// on two cores. The hop took 0.79 to 0.87 of the CPU for a look-up over REST with 32 callers, 0.91 for an unknown file of 10 KB, and
/// 0.94 for a file of 10 MB, whose rate fell besides. Less than a quarter does not pay for 2,700 lines of protocol: most of a hop is
/// Kestrel's and the kernel's, whoever speaks to the backend. One connection instead of two made no difference here.
/// For each frame of at most 16 KiB that it sends, the handler allocates an entry of its queue, a task and the state of two methods: 15 KB
/// and more for each MB of an upload. The gateway's own code allocates next to nothing for it.
/// </remarks>
internal sealed class SocketsUpstream : IUpstream
{
    /// <summary>The fields of a request's head beyond these bytes are a stranger's, not a client's.</summary>
    private const int MaxResponseHeadKibibytes = 32;

    /// <summary>gRPC has few methods; more paths than these are made anew each time.</summary>
    private const int MaxKnownPaths = 256;

    private readonly Uri _address;
    private readonly (HttpMessageInvoker Client, Connections Connections)[] _ways;
    private readonly TimeSpan _pingTimeout;
    private readonly ConcurrentDictionary<string, Uri> _paths = [];
    private readonly string? _authorization;
    private uint _next;

    /// <param name="address">The address of the backend.</param>
    /// <param name="connections">How many there may be.</param>
    /// <param name="options">Time-outs, and TLS.</param>
    public SocketsUpstream(Uri address, int connections, ConnectionOptions options)
    {
        (_address, _pingTimeout, _authorization) = (address, options.PingTimeout, options.Authorization);
        _ways = [.. Enumerable.Range(0, connections).Select(_ => Way())];

        (HttpMessageInvoker, Connections) Way()
        {
            var made = new Connections();
            var handler = CreateHandler(options);
            handler.ConnectCallback = made.ConnectAsync;
            return (new HttpMessageInvoker(handler), made);
        }
    }

    public int Connections => _ways.Sum(way => way.Connections.Open);

    public static SocketsHttpHandler CreateHandler(ConnectionOptions options)
    {
        var handler = new SocketsHttpHandler
        {
            UseProxy = false,
            UseCookies = false,
            AllowAutoRedirect = false,
            AutomaticDecompression = DecompressionMethods.None,
            ActivityHeadersPropagator = null, // the call brings its traceparent
            ConnectTimeout = options.ConnectTimeout,
            MaxResponseHeadersLength = MaxResponseHeadKibibytes,
            EnableMultipleHttp2Connections = true, // beyond the streams that a backend allows on one
            PooledConnectionIdleTimeout = Timeout.InfiniteTimeSpan,

            // PING proves life: a backend that stands still is noticed although its connections are open.
            KeepAlivePingPolicy = HttpKeepAlivePingPolicy.WithActiveRequests,
            KeepAlivePingDelay = options.PingDelay,
            KeepAlivePingTimeout = options.PingTimeout,

            // Bytes pass as they came.
            RequestHeaderEncodingSelector = static (_, _) => Encoding.Latin1,
            ResponseHeaderEncodingSelector = static (_, _) => Encoding.Latin1,
        };
        options.ConfigureTls(handler.SslOptions);
        return handler;
    }

    public async Task<IUpstreamResponse> BeginAsync(UpstreamCall call, CancellationToken cancellationToken)
    {
        var request = new HttpRequestMessage(HttpMethod.Post, UriOf(call.Path))
        {
            Version = HttpVersion.Version20,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
            Content = new CallContent(call, cancellationToken),
        };
        request.Headers.TryAddWithoutValidation("te", "trailers");
        if (_authorization is not null)
        {
            request.Headers.TryAddWithoutValidation(ConnectionOptions.AuthorizationName, _authorization);
        }

        foreach (var (name, value) in call.Headers)
        {
            if (_authorization is not null && CallHeaders.IsKey(name))
            {
                continue; // the gateway shows its own, and a backend refuses who shows two
            }

            if (!request.Headers.TryAddWithoutValidation(name, value))
            {
                request.Content.Headers.TryAddWithoutValidation(name, value);
            }
        }

        var (client, made) = _ways[Interlocked.Increment(ref _next) % (uint)_ways.Length];
        var faults = new TransportFault(made, _pingTimeout);
        try
        {
            return new SocketsResponse(await client.SendAsync(request, cancellationToken), faults);
        }
        catch (Exception exception) when (faults.Of(exception, cancellationToken) is { } fault)
        {
            request.Dispose();
            throw new UpstreamException(fault, exception.Message, exception);
        }
    }

    public void Dispose()
    {
        foreach (var (client, _) in _ways)
        {
            client.Dispose();
        }
    }

    private Uri UriOf(string path)
    {
        if (_paths.TryGetValue(path, out var known))
        {
            return known;
        }

        var made = new Uri(_address, path);
        if (made.AbsolutePath != path)
        {
            throw new ArgumentException("Within an address the path would be another one.", nameof(path));
        }

        if (_paths.Count < MaxKnownPaths)
        {
            _paths.TryAdd(path, made);
        }

        return made;
    }
}

/// <summary>How connections to backends are made.</summary>
/// <param name="ConnectTimeout">With the TLS handshake.</param>
/// <param name="PingDelay">Silence after which a connection is asked for a sign of life.</param>
/// <param name="PingTimeout">How long it has for that.</param>
/// <param name="ConfigureTls">For backends whose address begins with https.</param>
internal sealed record ConnectionOptions(
    TimeSpan ConnectTimeout,
    TimeSpan PingDelay,
    TimeSpan PingTimeout,
    Action<System.Net.Security.SslClientAuthenticationOptions> ConfigureTls)
{
    public const string AuthorizationName = "authorization";

    /// <summary>Value of the field that shows the gateway's own key; null for none.</summary>
    public string? Authorization { get; init; }
}
