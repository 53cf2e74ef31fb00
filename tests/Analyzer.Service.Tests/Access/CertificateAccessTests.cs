using System.Net;
using System.Net.Security;
using System.Security.Cryptography.X509Certificates;
using Analyzer.Service.Tests.Transport;
using Grpc.Core;
using Grpc.Net.Client;
using Wire = Analyzer.Protos.V1;

namespace Analyzer.Service.Tests.Access;

/// <summary>Clients that show certificates: what each is answered over REST and over gRPC, and that a refused one stores nothing.</summary>
public sealed class CertificateAccessTests : IDisposable
{
    private const string Password = "test";

    private static readonly byte[] File = "%PDF-1.4\n%%EOF\n"u8.ToArray();

    private readonly TempDirectory _folder = new("mtls");
    private readonly TestAuthority _authority = new();

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public void Dispose()
    {
        _authority.Dispose();
        _folder.Dispose();
    }

    [Theory]
    [InlineData("known", 0, true, null)]
    [InlineData("known", -30, true, "but not now")]
    [InlineData("known", 30, true, "but not now")]
    [InlineData("known", 0, false, "not signed by an authority")]
    [InlineData("unmapped", 0, true, "has no scopes")]
    [InlineData(null, 0, true, "Use a client certificate")]
    public async Task Certificate_OverBothEdges_IsTakenOrRefusedWithTheReason(string? name, int days, bool ours, string? reason)
    {
        using var other = new TestAuthority(); // the same name, and another key
        using var certificate = name is null ? null : (ours ? _authority : other).Sign(name, days: days);
        await using var host = await StartAsync();
        using var http = new HttpClient(Handler(certificate)) { BaseAddress = host.Tls };
        using var channel = GrpcChannel.ForAddress(host.Tls!, new GrpcChannelOptions { HttpHandler = Handler(certificate) });

        using var submitted = await http.PostAsync("/v1/files", new ByteArrayContent(File), Token).Within();
        var listing = new Wire.Analyzer.AnalyzerClient(channel).ListResultsAsync(new(), cancellationToken: Token).ResponseAsync;

        if (reason is null)
        {
            submitted.StatusCode.ShouldBe(HttpStatusCode.Created);
            (await listing.Within()).Reports.Count.ShouldBe(1);
            return;
        }

        submitted.StatusCode.ShouldBe(HttpStatusCode.Unauthorized);
        (await submitted.Content.ReadAsStringAsync(Token).Within()).ShouldContain(reason);
        var refused = await Should.ThrowAsync<RpcException>(() => listing.Within());
        refused.StatusCode.ShouldBe(StatusCode.Unauthenticated);
        refused.Status.Detail.ShouldContain(reason);
        (await host.CountAsync()).ShouldBe(0);
        await host.ShouldBeIdleAsync();
    }

    [Fact]
    public async Task Certificate_WithoutTheScope_IsForbidden()
    {
        using var certificate = _authority.Sign("reader");
        await using var host = await StartAsync();
        using var http = new HttpClient(Handler(certificate)) { BaseAddress = host.Tls };

        using var listed = await http.GetAsync("/v1/files", Token).Within();
        using var submitted = await http.PostAsync("/v1/files", new ByteArrayContent(File), Token).Within();

        listed.StatusCode.ShouldBe(HttpStatusCode.OK);
        submitted.StatusCode.ShouldBe(HttpStatusCode.Forbidden);
    }

    [Fact]
    public async Task Cleartext_BesideCertificates_LetsNobodyIn()
    {
        await using var host = await StartAsync();
        using var http = new HttpClient { BaseAddress = host.Http1 };

        using var listed = await http.GetAsync("/v1/files", Token).Within();

        listed.StatusCode.ShouldBe(HttpStatusCode.Unauthorized);
    }

    private async Task<AnalyzerHost> StartAsync()
    {
        await System.IO.File.WriteAllTextAsync(_folder.Combine("ca.pem"), _authority.Pem, Token);
        return await AnalyzerHost.StartAsync(
            "TlsPort=0",
            $"Certificate={TestCertificate.WritePfx(_folder.Path, Password)}",
            $"CertificatePassword={Password}",
            $"ClientAuthority={_folder.Combine("ca.pem")}",
            "ClientSubjects:known=submit,read",
            "ClientSubjects:reader=read");
    }

    private static SocketsHttpHandler Handler(X509Certificate2? certificate) => new()
    {
        SslOptions = new SslClientAuthenticationOptions
        {
            RemoteCertificateValidationCallback = (_, shown, _, _) => shown!.Subject == TestCertificate.Subject,
            LocalCertificateSelectionCallback = (_, _, _, _, _) => certificate!,
        },
    };
}
