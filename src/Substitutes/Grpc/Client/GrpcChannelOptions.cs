namespace Grpc.Net.Client;

/// <summary>The settings of a channel.</summary>
public sealed class GrpcChannelOptions
{
    internal const int DefaultMaxReceiveMessageSize = 4 * 1024 * 1024;

    /// <summary>Bytes of a request message; null, the default, for no limit.</summary>
    public int? MaxSendMessageSize { get; set; }

    /// <summary>Bytes of a response message, 4 MB by default; null for no limit.</summary>
    public int? MaxReceiveMessageSize { get; set; } = DefaultMaxReceiveMessageSize;

    /// <summary>Sends the requests. Without it, or <see cref="HttpClient"/>, the channel makes one of its own.</summary>
    public HttpMessageHandler? HttpHandler { get; set; }

    /// <summary>Sends the requests, instead of <see cref="HttpHandler"/>.</summary>
    public HttpClient? HttpClient { get; set; }

    /// <summary>True to have the channel dispose the given handler or client. Its own is always disposed.</summary>
    public bool DisposeHttpClient { get; set; }

    /// <summary>HTTP/2 by default; 3.0 for HTTP/3.</summary>
    public Version? HttpVersion { get; set; }

    /// <summary>By default exactly <see cref="HttpVersion"/>.</summary>
    public HttpVersionPolicy? HttpVersionPolicy { get; set; }
}
