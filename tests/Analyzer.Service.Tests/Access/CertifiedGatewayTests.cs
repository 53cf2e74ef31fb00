using System.Net;
using System.Net.Security;
using System.Security.Cryptography.X509Certificates;
using System.Text.Json.Nodes;
using Analyzer.Service.Tests.Transport;
using Gateway.Tests.Hosting;
using Grpc.Core;
using Grpc.Net.Client;
using Wire = Analyzer.Protos.V1;

namespace Analyzer.Service.Tests.Access;

/// <summary>
/// Mutual TLS on both hops: a client shows its certificate to the gateway, and the gateway its own to the analyzer, which believes what a
/// gateway says of its client by the name in the gateway's certificate.
/// </summary>
public sealed class CertifiedGatewayTests : IDisposable
{
    private const string Password = "test";
    private const string Gateway = "gateway";
    private const string Client = "Ada";

    private static readonly byte[] File = "%PDF-1.4\n%%EOF\n"u8.ToArray();

    private readonly TempDirectory _folder = new("mtls-gateway");
    private readonly TestAuthority _authority = new();

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    private string Audit => _folder.Combine("audit.ndjson");

    public void Dispose()
    {
        _authority.Dispose();
        _folder.Dispose();
    }

    [Theory]
    [InlineData("CN=gateway", true)]
    [InlineData("192.0.2.1, cn=GATEWAY", true)]
    [InlineData("CN=gate", false)]
    [InlineData("CN=Ada", false)]
    [InlineData("URI=spiffe://example.org/Gateway", true)]
    [InlineData("uri=spiffe://example.org/gateway", false)]
    [InlineData("DNS=gateway", false)]
    [InlineData(null, false)]
    public async Task Client_OfAGateway_IsTheOneThatTheAnalyzerCounts(string? trusted, bool believed)
    {
        using var client = _authority.Sign(Client);
        await using (var host = await StartAsync(trusted))
        await using (var gateway = await GatewayAsync(host))
        {
            await AskAsync(gateway.Tls!, client);
        }

        (await ClientsAsync()).ShouldBe(Enumerable.Repeat($"cert:{(believed ? Client : Gateway)}", 2));
    }

    [Theory]
    [InlineData(Gateway, "key:forged")]
    [InlineData("another", "cert:another")]
    public async Task Client_ThatNamesAnotherOverBothEdges_IsBelievedByItsCertificate(string name, string counted)
    {
        using var certificate = _authority.Sign(name);
        await using (var host = await StartAsync("CN=gateway"))
        {
            await AskAsync(host.Tls!, certificate);
        }

        (await ClientsAsync()).ShouldBe([counted, counted]);
    }

    [Fact]
    public async Task Client_WithTheGatewaysNameFromAnotherAuthority_IsRefused()
    {
        using var other = new TestAuthority(); // the same name, and another key
        using var certificate = other.Sign(Gateway);
        await using var host = await StartAsync("CN=gateway");
        using var http = Http(host.Tls!, certificate);
        using var channel = Channel(host.Tls!, certificate);

        using var submitted = await http.PostAsync("/v1/files", new ByteArrayContent(File), Token).Within();
        var listing = new Wire.Analyzer.AnalyzerClient(channel).ListResultsAsync(new(), Named(), cancellationToken: Token).ResponseAsync;

        submitted.StatusCode.ShouldBe(HttpStatusCode.Unauthorized);
        (await Should.ThrowAsync<RpcException>(() => listing.Within())).StatusCode.ShouldBe(StatusCode.Unauthenticated);
        (await host.CountAsync()).ShouldBe(0);
    }

    /// <summary>The analyzer knows the gateway; that it knows no client of the gateway does not matter.</summary>
    private async Task<AnalyzerHost> StartAsync(string? trusted)
    {
        await System.IO.File.WriteAllTextAsync(_folder.Combine("clients.pem"), _authority.Pem, Token);
        return await AnalyzerHost.StartAsync(
        [
            .. Tls(),
            $"ClientSubjects:{Gateway}=submit,read",
            "ClientSubjects:another=submit,read",
            $"Audit:File={Audit}",
            .. trusted is null ? Array.Empty<string>() : [$"TrustedProxies={trusted}"],
        ]);
    }

    private async Task<GatewayHost> GatewayAsync(AnalyzerHost host)
    {
        using var server = X509CertificateLoader.LoadPkcs12FromFile(_folder.Combine("service.pfx"), Password);
        await System.IO.File.WriteAllTextAsync(_folder.Combine("analyzer.pem"), server.ExportCertificatePem(), Token);
        using var own = _authority.Sign(Gateway, alternative: "spiffe://example.org/Gateway");
        await System.IO.File.WriteAllTextAsync(_folder.Combine("gateway.pem"), TestAuthority.ToPem(own), Token);
        return await GatewayHost.StartAsync(
            [host.Tls!],
            [
                .. Tls(),
                $"ClientSubjects:{Client}=submit,read",
                $"BackendAuthority={_folder.Combine("analyzer.pem")}",
                $"BackendCertificate={_folder.Combine("gateway.pem")}",
            ]);
    }

    private string[] Tls() =>
    [
        "TlsPort=0",
        $"Certificate={Certificate()}",
        $"CertificatePassword={Password}",
        $"ClientAuthority={_folder.Combine("clients.pem")}",
    ];

    /// <summary>One for the analyzer and for the gateway: they serve at the same address.</summary>
    private string Certificate()
    {
        var path = _folder.Combine("service.pfx");
        return System.IO.File.Exists(path) ? path : TestCertificate.WritePfx(_folder.Path, Password);
    }

    /// <summary>Submits over REST and lists over gRPC, and names somebody else each time.</summary>
    private static async Task AskAsync(Uri address, X509Certificate2 certificate)
    {
        using var http = Http(address, certificate);
        using var submitted = await http.PostAsync("/v1/files", new ByteArrayContent(File), Token).Within();
        submitted.EnsureSuccessStatusCode();
        using var channel = Channel(address, certificate);
        var listing = new Wire.Analyzer.AnalyzerClient(channel).ListResultsAsync(new(), Named(), cancellationToken: Token);
        (await listing.ResponseAsync.Within()).Reports.Count.ShouldBe(1);
    }

    /// <returns>Whom the analyzer's audit stream names, of the one submission and the one listing.</returns>
    private async Task<IEnumerable<string?>> ClientsAsync() => (await System.IO.File.ReadAllLinesAsync(Audit, Token))
        .Select(line => JsonNode.Parse(line)!)
        .Where(line => (string?)line["action"] is "SubmitFile" or "ListResults")
        .Select(line => (string?)line["client"])
        .ToList();

    private static HttpClient Http(Uri address, X509Certificate2 certificate) => new(Handler(certificate))
    {
        BaseAddress = address,
        DefaultRequestHeaders = { { "x-client", "key:forged" } },
    };

    private static GrpcChannel Channel(Uri address, X509Certificate2 certificate) =>
        GrpcChannel.ForAddress(address, new GrpcChannelOptions { HttpHandler = Handler(certificate), DisposeHttpClient = true });

    private static Metadata Named() => new() { { "x-client", "key:forged" } };

    private static SocketsHttpHandler Handler(X509Certificate2 certificate) => new()
    {
        SslOptions = new SslClientAuthenticationOptions
        {
            RemoteCertificateValidationCallback = (_, shown, _, _) => shown!.Subject == TestCertificate.Subject,
            LocalCertificateSelectionCallback = (_, _, _, _, _) => certificate,
        },
    };
}
