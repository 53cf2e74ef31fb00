using Journal.Features.Proxies;
using Journal.Features.Streams;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Server.Kestrel.Transport.Sockets;

namespace Journal.Features.Tcp;

/// <summary>Syslog over streams (RFC 6587, RFC 5425).</summary>
internal static class TcpFeature
{
    public static void AddTcp(this IServiceCollection services) =>
        services
            .AddSingleton<ConnectionLimit>()
            .AddSingleton<RefusedSenders>()
            .AddSingleton<StreamDoor>()
            .AddSingleton<TlsBeginnings>()
            .AddSingleton<ProxiedConnections>()
            .AddSingleton<SenderCertificates>()
            .AddSingleton<IConnectionListenerFactory, StreamTransport>()
            .Configure<SocketTransportOptions>(KeepAlive.Add);
}
