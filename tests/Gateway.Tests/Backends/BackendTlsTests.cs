using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Gateway.Tests.Foreign;
using Gateway.Tests.Foreign.V1;
using Grpc.Net.Client;
using Hosting.Lifetime;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Https;
using Rpc = Gateway.Tests.Foreign.V1.Foreign;

namespace Gateway.Tests.Backends;

/// <summary>A backend behind TLS that wants to see a certificate; only one authority is trusted on either side.</summary>
public sealed class BackendTlsTests : IDisposable
{
    private readonly TempDirectory _folder = new("tls");
    private readonly X509Certificate2 _authority;
    private readonly X509Certificate2 _server;

    public BackendTlsTests()
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=test-authority", key, HashAlgorithmName.SHA256);
        request.CertificateExtensions.Add(new X509BasicConstraintsExtension(true, false, 0, true));
        var now = TimeProvider.System.GetUtcNow();
        _authority = request.CreateSelfSigned(now.AddHours(-1), now.AddDays(1));
        _server = Issue("CN=backend", out _);
        File.WriteAllText(Authority, _authority.ExportCertificatePem());
        using var client = Issue("CN=gateway", out var pem);
        File.WriteAllText(Client, pem);
    }

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    private string Authority => _folder.Combine("authority.pem");

    private string Client => _folder.Combine("gateway.pem");

    public void Dispose()
    {
        _authority.Dispose();
        _server.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public async Task Call_BothSidesAreTrusted_PassesOverTls()
    {
        var seen = new TaskCompletionSource<string>();
        await using var backend = await StartAsync(seen);
        await using var gateway = await GatewayHost.StartAsync(
            [backend.Address], $"BackendAuthority={Authority}", $"BackendCertificate={Client}");
        using var clean = gateway.Log.ExpectClean();
        using var channel = GrpcChannel.ForAddress(gateway.Http2);

        var answer = await new Rpc.ForeignClient(channel).AskAsync(new Letter { Text = "hello" }, cancellationToken: Token);

        answer.Text.ShouldBe("hello");
        (await seen.Task.Within()).ShouldBe("CN=gateway");
    }

    [Theory]
    [InlineData(true, false, "It does not answer.")]
    [InlineData(false, true, "Its certificate is not trusted. Set Gateway:BackendAuthority to a file with the authorities to trust.")]
    public async Task Start_OneSideIsNotTrusted_NeverServes(bool authority, bool certificate, string note)
    {
        await using var backend = await StartAsync(new());

        await using var gateway = await GatewayHost.StartUnreadyAsync(
        [
            $"Backends={backend.Address}",
            .. authority ? new[] { $"BackendAuthority={Authority}" } : [],
            .. certificate ? new[] { $"BackendCertificate={Client}" } : [],
        ]);

        await gateway.UntilSaidAsync($"does not serve: {note}");
        using var http = new HttpClient { BaseAddress = gateway.Http1 };
        using var ready = await http.GetAsync("/healthz/ready", Token).Within();
        ready.StatusCode.ShouldBe(HttpStatusCode.ServiceUnavailable);
    }

    [Theory]
    [InlineData("BackendAuthority")]
    [InlineData("BackendCertificate")]
    public void Start_FileIsMissing_IsRefusedByItsName(string key)
    {
        var path = _folder.Combine("absent.pem");

        var exception = Should.Throw<Exception>(() => GatewayHost.Build(new LogSink(), $"{key}={path}").UseGateway());

        StartFailure.IsExpected(exception).ShouldBeTrue($"{exception}");
        StartFailure.Sentence(exception).ShouldContain("absent.pem");
    }

    private Task<ForeignHost> StartAsync(TaskCompletionSource<string> seen) => ForeignHost.StartAsync(port => port.UseHttps(https =>
    {
        https.ServerCertificate = _server;
        https.ClientCertificateMode = ClientCertificateMode.RequireCertificate;
        https.ClientCertificateValidation = (certificate, _, _) =>
        {
            using var chain = new X509Chain();
            chain.ChainPolicy.TrustMode = X509ChainTrustMode.CustomRootTrust;
            chain.ChainPolicy.RevocationMode = X509RevocationMode.NoCheck;
            chain.ChainPolicy.CustomTrustStore.Add(_authority);
            var trusted = chain.Build(certificate);
            if (trusted)
            {
                seen.TrySetResult(certificate.Subject);
            }

            return trusted;
        };
    }));

    /// <param name="subject">The subject of the certificate.</param>
    /// <param name="pem">The certificate and its key.</param>
    private X509Certificate2 Issue(string subject, out string pem)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var names = new SubjectAlternativeNameBuilder();
        names.AddIpAddress(IPAddress.Loopback);
        var request = new CertificateRequest(subject, key, HashAlgorithmName.SHA256);
        request.CertificateExtensions.Add(names.Build());
        var (from, to) = (new DateTimeOffset(_authority.NotBefore), new DateTimeOffset(_authority.NotAfter));
        using var issued = request.Create(_authority, from, to, RandomNumberGenerator.GetBytes(8));
        using var whole = issued.CopyWithPrivateKey(key);
        pem = $"{whole.ExportCertificatePem()}\n{key.ExportPkcs8PrivateKeyPem()}\n";
        return X509CertificateLoader.LoadPkcs12(whole.Export(X509ContentType.Pkcs12), password: null);
    }
}
