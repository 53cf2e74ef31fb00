using System.Net;
using System.Net.Sockets;

namespace Load.Transports;

/// <summary>The HTTP client at the bottom of every transport, without the conveniences that would cost the generator time.</summary>
internal static class Handler
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
        ConnectCallback = async (context, cancellationToken) =>
        {
            var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
            try
            {
                await socket.ConnectAsync(context.DnsEndPoint, cancellationToken);
                return new CountingStream(new NetworkStream(socket, ownsSocket: true), wire);
            }
            catch
            {
                socket.Dispose();
                throw;
            }
        },
    };
}
