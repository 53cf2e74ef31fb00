namespace Journal.Tests;

/// <summary>Certificates whose addresses lead to a tarpit.</summary>
public sealed class TarpitTests
{
    [Fact]
    public async Task Handshake_CertificatesThatNameATarpit_FetchNothing()
    {
        await using var certificates = new TarpitCertificates();
        await using var host = await JournalHost.StartAsync(
            $"Certificate={certificates.Server}",
            $"ClientAuthority={certificates.Authority}",
            $"SenderAuthorities={certificates.Authority}");
        Uri live = new(host.Http, "/healthz/live");

        await certificates.ShouldReachNobodyAsync(host.Https!, live);
        await certificates.ShouldReachNobodyAsync(new($"tls://127.0.0.1:{host.Tls}"), live);
    }
}
