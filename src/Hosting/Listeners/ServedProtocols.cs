using System.Net.Quic;
using Hosting.Settings;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Options;

namespace Hosting.Listeners;

/// <summary>
/// The protocols that are actually served, for the start log and readiness. HTTP/3 needs TLS, and msquic on the machine.
/// </summary>
public sealed class ServedProtocols(
    IEnumerable<Listener> listeners, IOptions<HostSettings> settings, HostDescription host, IConfiguration configuration)
{
    // Quic is annotated for some platforms only; on others it reports that it is not supported.
#pragma warning disable CA1416
    public static bool Http3Available => QuicListener.IsSupported;
#pragma warning restore CA1416

    /// <summary>The protocols of a TLS listener.</summary>
    public static HttpProtocols Tls => Http3Available ? HttpProtocols.Http1AndHttp2AndHttp3 : HttpProtocols.Http1AndHttp2;

    public override string ToString() => string.Join("; ", listeners.Select(Name).Distinct());

    private string Name(Listener listener) => listener switch
    {
        { Name: { } name } when listener.IsClosed(host, configuration) => $"no {name}, because its port is closed",
        { Name: { } name } => listener.IsTls && settings.Value.Certificate is null ? $"no {name} without a certificate" : name,
        { IsTls: true } when settings.Value.Certificate is null => "no TLS, because no certificate is configured",
        { IsTls: true } => $"TLS with HTTP/1.1, HTTP/2 {(Http3Available ? "and HTTP/3" : "and no HTTP/3, as msquic is not there")}",
        { Protocols: HttpProtocols.Http2 } => "cleartext HTTP/2",
        { Protocols: HttpProtocols.Http1 } => "HTTP/1.1",
        _ => listener.Key,
    };
}

/// <summary>Never unhealthy: reports which protocols are served.</summary>
internal sealed class ProtocolsHealthCheck(ServedProtocols protocols) : IHealthCheck
{
    public Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken) =>
        Task.FromResult(HealthCheckResult.Healthy(protocols.ToString()));
}
