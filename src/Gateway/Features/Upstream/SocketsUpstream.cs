using System.Collections.Concurrent;
using System.Net;
using System.Text;
using Gateway.Features.Headers;

namespace Gateway.Features.Upstream;

/// <summary>An upstream over <see cref="SocketsHttpHandler"/>: one handler for each connection, used in turn.</summary>
/// <remarks>
/// We built our own HTTP/2 client (RFC 9113, gathered sends, look-ups together on one connection) and measured it against this one, in
/// turn, on two cores. The hop took 0.79 to 0.87 of the CPU for a look-up over REST with 32 callers, 0.91 for an unknown file of 10 KB, and
/// 0.94 for a file of 10 MB, at a lower rate. Saving less than a quarter does not justify 2,700 lines of protocol: most of a hop's cost is
/// Kestrel's and the kernel's. One connection instead of two made no difference. For each frame of at most 16 KiB that it sends, the
/// handler allocates a queue entry, a task and the state of two methods: 15 KB or more per MB of an upload. The gateway's own code
/// allocates next to nothing for it.
/// </remarks>
internal sealed class SocketsUpstream : IUpstream
{
    /// <summary>
    /// The headers and trailers of a response, in KiB. A backend that sends more loses its connection, with all calls on it, so the
    /// setting's limit, which is far below, is applied to what was read.
    /// </summary>
    private const int MaxResponseHeadKibibytes = 4 << 10;

    /// <summary>gRPC has few methods, so this many paths are cached; further ones are created each time.</summary>
    private const int MaxKnownPaths = 256;

    /// <summary>Every server takes so much metadata.</summary>
    private const int SmallMetadataBytes = 4 << 10;

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
        _ways = [.. Enumerable.Range(0, connections).Select(Way)];

        (HttpMessageInvoker, Connections) Way(int number)
        {
            var made = new Connections(options, number);
            return (new HttpMessageInvoker(CreateHandler(options, made)), made);
        }
    }

    public int Connections => _ways.Sum(way => way.Connections.Open);

    public static SocketsHttpHandler CreateHandler(ConnectionOptions options, Connections connections)
    {
        var handler = new SocketsHttpHandler
        {
            ConnectCallback = connections.ConnectAsync,
            UseProxy = false,
            UseCookies = false,
            AllowAutoRedirect = false,
            AutomaticDecompression = DecompressionMethods.None,
            ActivityHeadersPropagator = null, // the call has its own traceparent
            ConnectTimeout = options.ConnectTimeout,
#pragma warning disable CA2262 // in KiB, and meant so
            MaxResponseHeadersLength = MaxResponseHeadKibibytes,
#pragma warning restore CA2262
            EnableMultipleHttp2Connections = true, // when a connection has as many streams as the backend allows
            PooledConnectionIdleTimeout = Timeout.InfiniteTimeSpan,
            PooledConnectionLifetime = options.ConnectionLifetime, // then the name is resolved again

            // PING detects a backend that hangs although its connections are open.
            KeepAlivePingPolicy = HttpKeepAlivePingPolicy.WithActiveRequests,
            KeepAlivePingDelay = options.PingDelay,
            KeepAlivePingTimeout = options.PingTimeout,

            // Bytes pass unchanged.
            RequestHeaderEncodingSelector = static (_, _) => Encoding.Latin1,
            ResponseHeaderEncodingSelector = static (_, _) => Encoding.Latin1,
            PlaintextStreamFilter = static (context, _) => ValueTask.FromResult<Stream>(new BackendStream(context.PlaintextStream)),
        };
        options.ConfigureTls(handler.SslOptions);
        return handler;
    }

    public async Task<IUpstreamResponse> BeginAsync(UpstreamCall call, CancellationToken cancellationToken)
    {
        var (client, made) = _ways[Interlocked.Increment(ref _next) % (uint)_ways.Length];
        var content = new CallContent(call, cancellationToken);
        var request = new HttpRequestMessage(HttpMethod.Post, UriOf(call.Path))
        {
            Version = HttpVersion.Version20,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
            Content = content,
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
                continue; // the gateway shows its own key, and a backend refuses a call with two
            }

            if (!request.Headers.TryAddWithoutValidation(name, value))
            {
                request.Content.Headers.TryAddWithoutValidation(name, value);
            }
        }

        var faults = new TransportFault(made, _pingTimeout);
        try
        {
            return new SocketsResponse(await client.SendAsync(request, cancellationToken), faults);
        }
        catch (Exception exception) when (faults.Of(exception, cancellationToken) is { } fault)
        {
            request.Dispose();
            var isTooLarge = !content.HasBegun && IsOverLimit(exception, call);
            throw new UpstreamException(isTooLarge ? UpstreamFault.CallMetadataTooLarge : fault, exception.Message, exception);
        }
    }

    public void Dispose()
    {
        foreach (var (client, _) in _ways)
        {
            client.Dispose();
        }
    }

    /// <summary>The handler sends no more than SETTINGS_MAX_HEADER_LIST_SIZE allows, and gives neither a code nor a cause.</summary>
    private static bool IsOverLimit(Exception exception, UpstreamCall call) =>
        exception is HttpRequestException { HttpRequestError: HttpRequestError.Unknown, InnerException: null }
        && CallHeaders.SizeOf(call.Headers) > SmallMetadataBytes;

    private Uri UriOf(string path)
    {
        if (_paths.TryGetValue(path, out var known))
        {
            return known;
        }

        var made = new Uri(_address, path);
        if (made.AbsolutePath != path)
        {
            throw new ArgumentException("Inside an absolute address the path could change.", nameof(path));
        }

        if (_paths.Count < MaxKnownPaths)
        {
            _paths.TryAdd(path, made);
        }

        return made;
    }
}

/// <summary>How to open connections to backends.</summary>
/// <param name="ConnectTimeout">Including the TLS handshake.</param>
/// <param name="PingDelay">After so much silence a connection is pinged.</param>
/// <param name="PingTimeout">How long the answer to that may take.</param>
/// <param name="ConfigureTls">For backends whose address begins with https.</param>
internal sealed record ConnectionOptions(
    TimeSpan ConnectTimeout,
    TimeSpan PingDelay,
    TimeSpan PingTimeout,
    Action<System.Net.Security.SslClientAuthenticationOptions> ConfigureTls)
{
    public const string AuthorizationName = "authorization";

    /// <summary>How long a connection takes new calls.</summary>
    public TimeSpan ConnectionLifetime { get; init; } = Timeout.InfiniteTimeSpan;

    /// <summary>Gives the addresses of a name.</summary>
    public Func<string, CancellationToken, Task<IPAddress[]>> Resolve { get; init; } = Dns.GetHostAddressesAsync;

    /// <summary>Value of the field with the gateway's own key; null for none.</summary>
    public string? Authorization { get; init; }
}
