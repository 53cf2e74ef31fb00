namespace Prober.Tests;

/// <summary>Certificates whose addresses lead to a tarpit.</summary>
public sealed class TarpitTests
{
    [Fact]
    public async Task Handshake_CertificatesThatNameATarpit_FetchNothing()
    {
        await using var certificates = new TarpitCertificates();
        await using var host = await ProberHost.StartAsync(
            "--Prober:TlsPort=0",
            $"--Prober:Certificate={certificates.Server}",
            $"--Prober:ClientAuthority={certificates.Authority}");

        await certificates.ShouldReachNobodyAsync(host.Tls!, new(host.Http.BaseAddress!, "/healthz/live"));
    }
}
