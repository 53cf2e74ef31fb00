using System.Net;
using Hosting.Settings;
using Hosting.Trust;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace Hosting.Listeners;

/// <summary>A port that a host listens on with Kestrel.</summary>
/// <param name="Key">The setting of the port; 0 takes a free one.</param>
/// <param name="Port">The default port.</param>
/// <param name="Protocols">The protocols in cleartext; over TLS <see cref="ServedProtocols.Tls"/> decides.</param>
public sealed record Listener(string Key, int Port, HttpProtocols Protocols)
{
    /// <summary>Listens only when a certificate is configured.</summary>
    public bool IsTls { get; private init; }

    /// <summary>
    /// Its protocol, in a few words, if that is not HTTP (<see cref="Configure"/> then adds the handler) or if its port may be closed.
    /// </summary>
    public string? Name { get; init; }

    /// <summary>The scheme of the address in the log, such as <c>relp</c>; null for HTTP.</summary>
    public string? Scheme { get; init; }

    /// <summary>Makes its rule about its clients' certificates, once; null for the host's own rule.</summary>
    public Func<IServiceProvider, IClientCertificates>? ClientCertificates { get; init; }

    /// <summary>The address to bind; a type of its own may select a transport of its own.</summary>
    public Func<IPAddress, int, IPEndPoint> EndPoint { get; init; } = (address, port) => new(address, port);

    /// <summary>A step before TLS and before the counting of a client's connections, such as the reading of a PROXY header.</summary>
    public Action<ListenOptions>? BeforeTls { get; init; }

    /// <summary>Further configuration of the port, such as a handler for a protocol that is not HTTP.</summary>
    public Action<ListenOptions>? Configure { get; init; }

    public static Listener Http1(string key, int port) => new(key, port, HttpProtocols.Http1);

    /// <summary>HTTP/2 in cleartext, with prior knowledge.</summary>
    public static Listener Http2(string key, int port) => new(key, port, HttpProtocols.Http2);

    /// <summary>TLS with HTTP/1.1, HTTP/2 and, where QUIC is supported, HTTP/3.</summary>
    public static Listener Tls(string key, int port) => new(key, port, HttpProtocols.Http1AndHttp2AndHttp3) { IsTls = true };

    /// <summary>Closed unless the settings give it a port; it needs a <see cref="Name"/>.</summary>
    public bool IsClosedByDefault { get; init; }

    /// <summary>Whether the settings leave it closed: a listener with a name may have no port.</summary>
    public bool IsClosed(HostDescription host, IConfiguration configuration) =>
        Name is not null && (configuration[host.Key(Key)] ?? (IsClosedByDefault ? "" : null)) is "";

    /// <returns>The port that the settings give it; -1 where they have a text that is no whole number.</returns>
    internal int PortIn(HostDescription host, IConfiguration configuration)
    {
        try
        {
            return configuration[host.Key(Key)] is { } text ? checked((int)Quantity.Whole(text)) : Port;
        }
        catch (Exception none) when (none is FormatException or OverflowException)
        {
            return -1;
        }
    }
}
