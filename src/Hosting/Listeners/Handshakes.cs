using System.Net;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.AspNetCore.Server.Kestrel.Https;

namespace Hosting.Listeners;

/// <summary>
/// TLS on a listener. At seven odd bytes in place of a hello SslStream throws more than Kestrel expects of a failed handshake: any
/// stranger could fill the log with traces.
/// </summary>
internal static partial class Handshakes
{
    private static readonly object IsThrough = new();

    public static void UseTls(this ListenOptions listen, TlsHandshakeCallbackOptions options)
    {
        var logger = listen.ApplicationServices.GetRequiredService<ILoggerFactory>().CreateLogger(typeof(Handshakes).FullName!);
        listen.Use(next => async connection =>
        {
            try
            {
                await next(connection);
            }
            catch (Exception exception) when (!connection.Items.ContainsKey(IsThrough))
            {
                Log.Failed(logger, connection.RemoteEndPoint, exception.GetType().Name);
            }
        });
        listen.UseHttps(options);
        listen.Use(next => connection =>
        {
            connection.Items[IsThrough] = true;
            return next(connection);
        });
    }

    private static partial class Log
    {
        /// <summary>As Kestrel tells of other handshakes that fail.</summary>
        [LoggerMessage(1, LogLevel.Debug, "The TLS handshake with {Peer} failed: {Fault}.")]
        public static partial void Failed(ILogger logger, EndPoint? peer, string fault);
    }
}
