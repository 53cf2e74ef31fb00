using System.Net;

namespace Load.Machine;

/// <summary>
/// .NET's HTTP client, for what goes over HTTP/2 or need not be fast, without the conveniences that would cost the generator time.
/// </summary>
internal static class HttpHandlers
{
    /// <param name="wire">Counts the bytes of its connections.</param>
    public static SocketsHttpHandler New(WireCounter wire) => new()
    {
        UseProxy = false,
        UseCookies = false,
        AllowAutoRedirect = false,
        AutomaticDecompression = DecompressionMethods.None,
        ActivityHeadersPropagator = null,
        PooledConnectionLifetime = Timeout.InfiniteTimeSpan,
        PooledConnectionIdleTimeout = Timeout.InfiniteTimeSpan,
        ConnectCallback = (context, cancellationToken) => Connection.OpenAsync(context.DnsEndPoint, wire, cancellationToken),
    };
}
