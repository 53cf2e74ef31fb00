using Hosting.Listeners;
using Journal.Features.Proxies;
using Journal.Features.Streams;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace Journal.Features.Tcp;

/// <summary>Ports for protocols over TCP that are not HTTP.</summary>
internal static class StreamListener
{
    /// <param name="key">Of the port's setting.</param>
    /// <param name="port">Its default.</param>
    /// <param name="name">Of the protocol, for the log.</param>
    /// <param name="scheme">Of its addresses.</param>
    public static Listener Tcp<THandler>(string key, int port, string name, string scheme)
        where THandler : ConnectionHandler => Configured<THandler>(new(key, port, HttpProtocols.Http1), name, scheme);

    /// <inheritdoc cref="Tcp"/>
    public static Listener Tls<THandler>(string key, int port, string name, string scheme)
        where THandler : ConnectionHandler => Configured<THandler>(Listener.Tls(key, port), name, scheme) with
        {
            ClientCertificates = services => services.GetRequiredService<SenderCertificates>(),
            Protocols = HttpProtocols.Http1,
            BeforeTls = listen =>
            {
                ProxiedConnections.Use(listen);
                TlsBeginnings.Watch(listen, name);
            },
            Configure = listen =>
            {
                TlsBeginnings.MarkThrough(listen);
                listen.UseConnectionHandler<THandler>();
            },
        };

    private static Listener Configured<THandler>(Listener listener, string name, string scheme)
        where THandler : ConnectionHandler => listener with
        {
            Name = name,
            Scheme = scheme,
            EndPoint = (address, port) => new StreamEndPoint(address, port),
            BeforeTls = ProxiedConnections.Use,
            Configure = listen => listen.UseConnectionHandler<THandler>(),
        };
}
