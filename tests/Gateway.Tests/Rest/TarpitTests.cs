namespace Gateway.Tests.Rest;

/// <summary>Certificates whose addresses lead to a tarpit.</summary>
public sealed class TarpitTests
{
    [Fact]
    public async Task Handshake_CertificatesThatNameATarpit_FetchNothing()
    {
        await using var certificates = new TarpitCertificates();
        await using var host = await GatewayHost.StartUnreadyAsync(
            "Backends=http://127.0.0.1:9",
            "TlsPort=0",
            $"Certificate={certificates.Server}",
            $"ClientAuthority={certificates.Authority}");

        await certificates.ShouldReachNobodyAsync(host.Tls!, new(host.Http1, "/healthz/live"));
    }
}
