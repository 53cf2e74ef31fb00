using System.Net;

namespace Load.Transports;

/// <summary>The HTTP client at the bottom of every transport, without the conveniences that would cost the generator time.</summary>
internal static class Handler
{
    public static SocketsHttpHandler New() => new()
    {
        UseProxy = false,
        UseCookies = false,
        AllowAutoRedirect = false,
        AutomaticDecompression = DecompressionMethods.None,
        ActivityHeadersPropagator = null,
        PooledConnectionLifetime = Timeout.InfiniteTimeSpan,
        PooledConnectionIdleTimeout = Timeout.InfiniteTimeSpan,
    };
}
