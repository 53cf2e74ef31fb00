namespace Grpc.Core;

/// <summary>A call as its handler sees it.</summary>
public abstract class ServerCallContext
{
    /// <summary>The path: <c>/analyzer.v1.Analyzer/SubmitFile</c>.</summary>
    public string Method => MethodCore;

    /// <summary>The authority that the client asked for.</summary>
    public string Host => HostCore;

    /// <summary><c>ipv4:192.0.2.1:50123</c>, <c>ipv6:[2001:db8::1]:50123</c>, or <c>unknown</c>.</summary>
    public string Peer => PeerCore;

    /// <summary>In UTC; <see cref="DateTime.MaxValue"/> when the client set none.</summary>
    public DateTime Deadline => DeadlineCore;

    public Metadata RequestHeaders => RequestHeadersCore;

    /// <summary>Fires when the client has gone or the deadline has passed.</summary>
    public CancellationToken CancellationToken => CancellationTokenCore;

    /// <summary>Sent when the call ends, whatever its status.</summary>
    public Metadata ResponseTrailers => ResponseTrailersCore;

    /// <summary>The status that the call ends with when the handler returns; an exception from the handler overrides it.</summary>
    public Status Status
    {
        get => StatusCore;
        set => StatusCore = value;
    }

    /// <summary>The options of the response stream.</summary>
    public WriteOptions? WriteOptions
    {
        get => WriteOptionsCore;
        set => WriteOptionsCore = value;
    }

    public AuthContext AuthContext => AuthContextCore;

    /// <summary>A place for the handler's own objects.</summary>
    public IDictionary<object, object> UserState => UserStateCore;

    protected abstract string MethodCore { get; }

    protected abstract string HostCore { get; }

    protected abstract string PeerCore { get; }

    protected abstract DateTime DeadlineCore { get; }

    protected abstract Metadata RequestHeadersCore { get; }

    protected abstract CancellationToken CancellationTokenCore { get; }

    protected abstract Metadata ResponseTrailersCore { get; }

    protected abstract Status StatusCore { get; set; }

    protected abstract WriteOptions? WriteOptionsCore { get; set; }

    protected abstract AuthContext AuthContextCore { get; }

    protected virtual IDictionary<object, object> UserStateCore => field ??= new Dictionary<object, object>();

    /// <summary>Sends the response headers now instead of with the first message; once per call.</summary>
    /// <exception cref="InvalidOperationException">They have gone already.</exception>
    public Task WriteResponseHeadersAsync(Metadata responseHeaders) => WriteResponseHeadersAsyncCore(responseHeaders);

    protected abstract Task WriteResponseHeadersAsyncCore(Metadata responseHeaders);
}
