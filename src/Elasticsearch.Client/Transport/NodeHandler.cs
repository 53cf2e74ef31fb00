using System.Net;

namespace Elasticsearch.Client.Transport;

/// <summary>The handler for a real network.</summary>
public static class NodeHandler
{
    /// <inheritdoc cref="TlsOptions.Of"/>
    public static HttpMessageHandler Create(ClientOptions options) => new SocketsHttpHandler
    {
        MaxConnectionsPerServer = options.MaxConnections,
        ConnectTimeout = options.AttemptTimeout,
        PooledConnectionLifetime = TimeSpan.FromMinutes(5), // so that a changed DNS entry is noticed
        SslOptions = TlsOptions.Of(options.Cluster),
        AllowAutoRedirect = false,
        UseCookies = false,
        UseProxy = options.Cluster.ProxyAddress is not null,
        Proxy = options.Cluster.ProxyAddress is { } proxy ? new WebProxy(proxy) : null,
        AutomaticDecompression = options.Cluster.Gzip ? DecompressionMethods.GZip : DecompressionMethods.None,
    };
}
