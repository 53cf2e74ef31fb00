using System.Security.Cryptography.X509Certificates;
using Hosting.Tests.Hello;

namespace Hosting.Tests.Access;

/// <summary>Certificates of clients over QUIC, whose handshakes are msquic's and not the framework's.</summary>
public sealed class Http3ClientsTests : IDisposable
{
    private readonly TempDirectory _folder = new("http3");
    private readonly TestAuthority _ours = new();
    private readonly TestAuthority _theirs = new("Theirs");

    public void Dispose()
    {
        _ours.Dispose();
        _theirs.Dispose();
        _folder.Dispose();
    }

    [Theory]
    [InlineData("2.0")]
    [InlineData("3.0")]
    public async Task Get_CertificateOfAClient_IsAnsweredOrRefusedWithTheReason(string version)
    {
        if (version == "3.0")
        {
            Http3.SkipWhereAbsent();
        }

        using var revoked = _ours.Sign("known");
        await File.WriteAllBytesAsync(_folder.Combine("list.crl"), _ours.Revoke(revoked), TestContext.Current.CancellationToken);
        await using var host = await StartAsync(_folder.Combine("list.crl"));

        foreach (var (certificate, expected) in new[]
        {
            (_ours.Sign("known"), "Hello world"),
            (_ours.Sign("client", alternative: "spiffe://example.org/client"), "Hello world"),
            (_ours.Sign("unknown"), "has no scopes here"),
            (_ours.Sign("known", TestAuthority.ServerUse), "NotValidForUsage"),
            (_ours.Sign("known", days: -9), "but not now"),
            (_theirs.Sign("known"), "not signed by an authority"),
            (revoked, "CN=Ours has revoked CN=known"),
            (null, "Use a"),
        })
        {
            (await GetAsync(host.Tls!, version, certificate)).ShouldContain(expected, customMessage: certificate?.Subject);
            certificate?.Dispose();
        }
    }

    private static async Task<string> GetAsync(Uri tls, string version, X509Certificate2? certificate)
    {
        using var handler = new SocketsHttpHandler
        {
            SslOptions =
            {
                RemoteCertificateValidationCallback = (_, own, _, _) => own?.Subject == "CN=localhost",
                ClientCertificates = certificate is null ? null : [certificate],
                LocalCertificateSelectionCallback = (_, _, own, _, _) => own.Count > 0 ? own[0] : null!,
            },
        };
        using var client = new HttpClient(handler);
        using var request = new HttpRequestMessage(HttpMethod.Get, new Uri(tls, "/hello/world"))
        {
            Version = Version.Parse(version),
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
        };
        using var response = await client.SendAsync(request, TestContext.Current.CancellationToken).Within();
        response.Version.ShouldBe(request.Version);
        return await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken).Within();
    }

    private async Task<HelloHost> StartAsync(string list)
    {
        using var server = _theirs.Sign("localhost", TestAuthority.ServerUse);
        await File.WriteAllTextAsync(_folder.Combine("server.pem"), TestAuthority.ToPem(server), TestContext.Current.CancellationToken);
        await File.WriteAllTextAsync(_folder.Combine("ours.pem"), _ours.Pem, TestContext.Current.CancellationToken);
        return await HelloHost.StartAsync(
            $"TlsPort={LoopbackPort.FindFree()}",
            $"Certificate={_folder.Combine("server.pem")}",
            $"ClientAuthority={_folder.Combine("ours.pem")}",
            $"ClientRevocations={list}",
            "ClientSubjects:known=read",
            "ClientSubjects:URI=spiffe://example.org/client=read");
    }
}
