namespace Analyzer.Service.Tests.Access;

/// <summary>Certificates whose addresses lead to a tarpit.</summary>
public sealed class TarpitTests
{
    [Fact]
    public async Task Handshake_CertificatesThatNameATarpit_FetchNothing()
    {
        await using var certificates = new TarpitCertificates();
        await using var host = await AnalyzerHost.StartAsync(
            "TlsPort=0", $"Certificate={certificates.Server}", $"ClientAuthority={certificates.Authority}");

        await certificates.ShouldReachNobodyAsync(host.Tls!, new(host.Http1, "/healthz/live"));
    }
}
