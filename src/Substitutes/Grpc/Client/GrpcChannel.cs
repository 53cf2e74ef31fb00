using Grpc.Core;

namespace Grpc.Net.Client;

/// <summary>The way to one server: <c>http://</c> for HTTP/2 without TLS, <c>https://</c> with it. One serves many calls.</summary>
public sealed class GrpcChannel : ChannelBase, IDisposable
{
    private readonly HttpMessageInvoker _http;
    private readonly bool _ownsHttp;
    private readonly Version _version;
    private readonly HttpVersionPolicy _versionPolicy;
    private readonly CancellationTokenSource _shutdown = new();

    private GrpcChannel(Uri address, GrpcChannelOptions options)
        : base(address.Authority)
    {
        Address = address;
        MaxSendMessageSize = options.MaxSendMessageSize;
        MaxReceiveMessageSize = options.MaxReceiveMessageSize;
        _version = options.HttpVersion ?? System.Net.HttpVersion.Version20;
        _versionPolicy = options.HttpVersionPolicy ?? HttpVersionPolicy.RequestVersionExact;
        _ownsHttp = options.DisposeHttpClient || (options.HttpClient is null && options.HttpHandler is null);
        _http = options.HttpClient ?? new HttpMessageInvoker(options.HttpHandler ?? CreateHandler(), _ownsHttp);
    }

    /// <summary>Cancels when the channel is disposed.</summary>
    internal CancellationToken Shutdown => _shutdown.Token;

    internal int? MaxSendMessageSize { get; }

    internal int? MaxReceiveMessageSize { get; }

    private Uri Address { get; }

    public static GrpcChannel ForAddress(string address) => ForAddress(address, new GrpcChannelOptions());

    public static GrpcChannel ForAddress(string address, GrpcChannelOptions channelOptions) =>
        ForAddress(new Uri(address), channelOptions);

    public static GrpcChannel ForAddress(Uri address) => ForAddress(address, new GrpcChannelOptions());

    /// <exception cref="ArgumentException">Not an http or https address, or both a handler and a client are given.</exception>
    public static GrpcChannel ForAddress(Uri address, GrpcChannelOptions channelOptions)
    {
        ArgumentNullException.ThrowIfNull(address);
        ArgumentNullException.ThrowIfNull(channelOptions);
        if (!address.IsAbsoluteUri || (address.Scheme != Uri.UriSchemeHttp && address.Scheme != Uri.UriSchemeHttps))
        {
            throw new ArgumentException($"'{address}' is no http:// or https:// address.", nameof(address));
        }

        if (channelOptions is { HttpClient: not null, HttpHandler: not null })
        {
            throw new ArgumentException("HttpClient and HttpHandler cannot both be set.", nameof(channelOptions));
        }

        return new GrpcChannel(address, channelOptions);
    }

    public override CallInvoker CreateCallInvoker()
    {
        ObjectDisposedException.ThrowIf(_shutdown.IsCancellationRequested, this);
        return new ChannelCallInvoker(this);
    }

    /// <summary>Cancels the calls in flight.</summary>
    public void Dispose()
    {
        _shutdown.Cancel();
        if (_ownsHttp)
        {
            _http.Dispose();
        }
    }

    internal HttpRequestMessage CreateRequest(IMethod method, HttpContent content) =>
        new(HttpMethod.Post, new Uri(Address, method.FullName))
        {
            Version = _version,
            VersionPolicy = _versionPolicy,
            Content = content,
        };

    /// <summary>Completes with the response headers; the body is still to be read.</summary>
    internal Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken) =>
        _http is HttpClient client
            ? client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, cancellationToken)
            : _http.SendAsync(request, cancellationToken);

    protected override Task ShutdownAsyncCore()
    {
        Dispose();
        return Task.CompletedTask;
    }

    // A connection carries as many calls as the server allows (100 for Kestrel); the rest go over further ones instead of waiting.
    private static SocketsHttpHandler CreateHandler() =>
        new() { EnableMultipleHttp2Connections = true, AllowAutoRedirect = false, UseCookies = false };
}
