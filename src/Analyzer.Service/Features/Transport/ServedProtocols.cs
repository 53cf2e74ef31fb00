using System.Net.Quic;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.Options;

namespace Analyzer.Service.Features.Transport;

/// <summary>What is really served, as the start log and readiness say it. HTTP/3 needs TLS, and msquic to be there.</summary>
internal sealed class ServedProtocols(IOptions<AnalyzerOptions> options)
{
    // Quic is annotated for some platforms only; on the others it says that it is not supported.
#pragma warning disable CA1416
    public static bool Http3Available => QuicListener.IsSupported;
#pragma warning restore CA1416

    /// <summary>Of the TLS endpoint.</summary>
    public static HttpProtocols Tls => Http3Available ? HttpProtocols.Http1AndHttp2AndHttp3 : HttpProtocols.Http1AndHttp2;

    public override string ToString() => options.Value.Certificate is null
        ? "HTTP/1.1; cleartext HTTP/2; no TLS, as no certificate is configured"
        : $"HTTP/1.1; cleartext HTTP/2; TLS with HTTP/1.1, HTTP/2 {(Http3Available ? "and HTTP/3" : "and no HTTP/3, as msquic is not there")}";
}
