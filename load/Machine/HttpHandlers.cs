using System.Net;

namespace Load.Machine;

/// <summary>
/// .NET's HTTP client, for what goes over HTTP/2 and HTTP/3 or need not be fast, without the conveniences that would cost the generator
/// time.
/// </summary>
internal static class HttpHandlers
{
    /// <param name="wire">Counts the bytes of its connections; those over QUIC are not counted.</param>
    /// <param name="service">Connections go there, whatever name a request has.</param>
    /// <param name="trust">Over TLS; null for what the machine trusts.</param>
    public static SocketsHttpHandler New(WireCounter wire, Uri service, TlsTrust? trust = null)
    {
        var address = new DnsEndPoint(service.IdnHost, service.Port);
        var handler = new SocketsHttpHandler
        {
            UseProxy = false,
            UseCookies = false,
            AllowAutoRedirect = false,
            AutomaticDecompression = DecompressionMethods.None,
            ActivityHeadersPropagator = null,
            PooledConnectionLifetime = Timeout.InfiniteTimeSpan,
            PooledConnectionIdleTimeout = Timeout.InfiniteTimeSpan,
            ConnectCallback = (_, cancellationToken) => Connection.OpenAsync(address, wire, cancellationToken),
        };
        if (service.Scheme == Uri.UriSchemeHttps)
        {
            handler.SslOptions = (trust ?? TlsTrust.Machine).Options(service.IdnHost);
        }

        return handler;
    }

    /// <summary>
    /// The address that requests over TCP name: a certificate of the lab's own has a name, by which sessions are resumed. Over QUIC the
    /// handler resolves the name itself, so there the address stays.
    /// </summary>
    public static Uri Named(Uri service, Version version, TlsTrust? trust) =>
        service.Scheme == Uri.UriSchemeHttps && trust?.Certificate is not null && version < HttpVersion.Version30
            ? new UriBuilder(service) { Host = LabCertificate.Host }.Uri
            : service;
}
