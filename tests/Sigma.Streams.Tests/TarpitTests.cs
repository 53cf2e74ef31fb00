namespace Sigma.Streams.Tests;

/// <summary>Certificates whose addresses lead to a tarpit.</summary>
public sealed class TarpitTests
{
    [Fact]
    public async Task Handshake_CertificatesThatNameATarpit_FetchNothing()
    {
        await using var certificates = new TarpitCertificates();
        using var data = new TempDirectory();
        await using var host = await SigmaHost.StartAsync(
            data,
            "--rules",
            Path.Combine(SharedData.RepositoryRoot, "src", "Sigma.Streams", "Samples", "rules"),
            "--Sigma:TlsPort=0",
            $"--Sigma:Certificate={certificates.Server}",
            $"--Sigma:ClientAuthority={certificates.Authority}");

        await certificates.ShouldReachNobodyAsync(host.Tls!, new(host.Http.BaseAddress!, "/healthz/live"));
    }
}
