using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Elasticsearch.Client.Transport;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.AspNetCore.Server.Kestrel.Https;

namespace Analyzer.Storage.Elasticsearch.Tests;

/// <summary>Real TLS handshakes with a server that knows no report: "not found" says that it was trusted.</summary>
public sealed class TrustTests : IDisposable
{
    private readonly TempDirectory _folder = new("elasticsearch-tls");
    private readonly X509Certificate2 _authority = CreateAuthority("our authority");
    private readonly X509Certificate2 _stranger = CreateAuthority("our authority"); // the same name, another key

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public void Dispose()
    {
        _authority.Dispose();
        _stranger.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public async Task FindAsync_SignedByTheAuthorityOfTheFile_IsTrusted() =>
        await ShouldTrustAsync(Sign(_authority), options => options with { CertificateAuthorityFile = Save(_authority) });

    [Fact]
    public async Task FindAsync_SignedByAnotherThanTheFiles_IsNotTrusted() =>
        await ShouldNotTrustAsync(Sign(_stranger), options => options with { CertificateAuthorityFile = Save(_authority) });

    [Fact]
    public async Task FindAsync_SignedByTheFilesButForAnotherHost_IsNotTrusted() =>
        await ShouldNotTrustAsync(
            Sign(_authority, "elsewhere.test"), options => options with { CertificateAuthorityFile = Save(_authority) });

    [Fact]
    public async Task FindAsync_FingerprintOfTheServer_IsTrusted()
    {
        var leaf = Sign(_authority);

        await ShouldTrustAsync(leaf, options => options with { CertificateFingerprint = Fingerprint(leaf) });
    }

    [Fact]
    public async Task FindAsync_FingerprintOfTheAuthorityThatSigned_IsTrusted()
    {
        // An intermediate one: .NET's server does not send a root along, though Elasticsearch does.
        using var intermediate = CreateAuthority("intermediate", _authority);

        await ShouldTrustAsync(
            Sign(intermediate),
            options => options with { CertificateFingerprint = Fingerprint(intermediate).ToUpperInvariant() },
            intermediate);
    }

    [Fact]
    public async Task FindAsync_IntermediateSentAlongThatDidNotSign_IsNotTrusted()
    {
        using var intermediate = CreateAuthority("intermediate", _authority);
        using var impostor = CreateAuthority("intermediate", _stranger);

        await ShouldNotTrustAsync(
            Sign(impostor), options => options with { CertificateFingerprint = Fingerprint(intermediate) }, intermediate);
    }

    [Fact]
    public async Task FindAsync_FingerprintOfAnother_IsNotTrusted() =>
        await ShouldNotTrustAsync(
            Sign(_authority), options => options with { CertificateFingerprint = Fingerprint(_stranger) }, _authority);

    [Fact]
    public async Task FindAsync_AuthoritySentAlongThatDidNotSign_IsNotTrusted() =>
        await ShouldNotTrustAsync(
            Sign(_stranger), options => options with { CertificateFingerprint = Fingerprint(_authority) }, _authority);

    [Fact]
    public async Task FindAsync_FingerprintOfTheAuthorityButForAnotherHost_IsNotTrusted() =>
        await ShouldNotTrustAsync(
            Sign(_authority, "elsewhere.test"), options => options with { CertificateFingerprint = Fingerprint(_authority) }, _authority);

    [Fact]
    public async Task FindAsync_NothingSaidOfTrust_TakesTheSystemsAuthoritiesOnly() =>
        await ShouldNotTrustAsync(Sign(_authority), options => options);

    /// <summary>A chain that lacks a link, and an address in the certificate where it could be fetched.</summary>
    [Fact]
    public async Task FindAsync_CertificateThatNamesAnAddress_IsNotTrustedAndNothingIsFetchedThere()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        using var intermediate = CreateAuthority("intermediate", _authority);
        var leaf = Sign(intermediate, link: $"http://{listener.LocalEndpoint}/intermediate.crt");

        await ShouldNotTrustAsync(leaf, options => options);
        await ShouldNotTrustAsync(leaf, options => options with { CertificateAuthorityFile = Save(_authority) });
        await ShouldNotTrustAsync(leaf, options => options with { CertificateFingerprint = Fingerprint(_authority) });

        listener.Pending().ShouldBeFalse();
    }

    [Fact]
    public async Task FindAsync_ClientsCertificate_IsShownToTheServer()
    {
        var (node, own) = (Sign(_authority), Sign(_authority));
        var (certificate, key) = (_folder.Combine("client.pem"), _folder.Combine("client.key"));
        using (var ownKey = own.GetECDsaPrivateKey()!)
        {
            await File.WriteAllTextAsync(certificate, own.ExportCertificatePem(), Cancellation);
            await File.WriteAllTextAsync(key, ownKey.ExportPkcs8PrivateKeyPem(), Cancellation);
        }

        await using var server = await StartAsync(node, [], asksFor: own.Thumbprint).Within();
        await using var store = Open(server, options => options with
        {
            CertificateFingerprint = Fingerprint(node),
            ClientCertificateFile = certificate,
            ClientKeyFile = key,
        });
        await using var nobody = Open(server, options => options with { CertificateFingerprint = Fingerprint(node) });

        (await FailureAsync(store)).Message.ShouldContain("HTTP 418");
        (await FailureAsync(nobody)).Message.ShouldNotContain("HTTP 418");
    }

    [Fact]
    public async Task FindAsync_ThroughAProxy_AsksItForTheNode()
    {
        string? asked = null;
        await using var proxy = await StartAsync(
            _ => { }, context => asked = $"{context.Request.Scheme}://{context.Request.Host}{context.Request.Path}").Within();
        await using var store = ElasticsearchReportStore.Create(
            TestStore.Options().With(cluster => cluster with { Url = "http://elasticsearch.invalid:9200", Proxy = Address(proxy) }));

        (await FailureAsync(store)).Message.ShouldContain("HTTP 418");
        asked.ShouldBe("http://elasticsearch.invalid:9200/reports");
    }

    private static Task<StoreUnavailableException> FailureAsync(ElasticsearchReportStore store) =>
        Should.ThrowAsync<StoreUnavailableException>(async () => await store.FindAsync(Reports.Id(1), Cancellation).Within());

    private static async Task ShouldTrustAsync(
        X509Certificate2 leaf, Func<ClusterOptions, ClusterOptions> configure, params X509Certificate2[] sentAlong)
    {
        await using var server = await StartAsync(leaf, sentAlong).Within();
        await using var store = Open(server, configure);

        (await FailureAsync(store)).Message.ShouldContain("HTTP 418");
    }

    private static async Task ShouldNotTrustAsync(
        X509Certificate2 leaf, Func<ClusterOptions, ClusterOptions> configure, params X509Certificate2[] sentAlong)
    {
        await using var server = await StartAsync(leaf, sentAlong).Within();
        await using var store = Open(server, configure);

        (await FailureAsync(store)).ToString().ShouldContain("certificate");
    }

    private static ElasticsearchReportStore Open(
        WebApplication server, Func<ClusterOptions, ClusterOptions> configure) =>
        ElasticsearchReportStore.Create(TestStore.Options().With(cluster => configure(cluster with { Url = Address(server) })) with
        {
            AttemptTimeout = Deadline.Default, // a busy machine takes seconds for a handshake
        });

    private static string Address(WebApplication server) =>
        server.Services.Addresses().Single().OriginalString;

    /// <param name="leaf">The server's certificate.</param>
    /// <param name="sentAlong">Further ones that it sends.</param>
    /// <param name="asksFor">The thumbprint of the only client that it lets in; null for all.</param>
    private static Task<WebApplication> StartAsync(
        X509Certificate2 leaf, X509Certificate2[] sentAlong, string? asksFor = null) => StartAsync(
        endpoint => endpoint.UseHttps(new TlsHandshakeCallbackOptions
        {
            OnConnection = _ => ValueTask.FromResult(new SslServerAuthenticationOptions
            {
                ServerCertificateContext = SslStreamCertificateContext.Create(leaf, [.. sentAlong], offline: true), // it fetches nothing
                ClientCertificateRequired = asksFor is not null,
                RemoteCertificateValidationCallback = (_, client, _, _) => asksFor is null || client?.GetCertHashString() == asksFor,
            }),
        }),
        _ => { });

    private static async Task<WebApplication> StartAsync(Action<ListenOptions> configure, Action<HttpContext> see)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.WebHost.UseKestrelHttpsConfiguration().ConfigureKestrel(kestrel => kestrel.Listen(IPAddress.Loopback, 0, endpoint =>
        {
            endpoint.Protocols = HttpProtocols.Http1;
            configure(endpoint);
        }));
        var app = builder.Build();
        app.Run(context =>
        {
            see(context);
            context.Response.StatusCode = StatusCodes.Status418ImATeapot;
            return Task.CompletedTask;
        });
        await app.StartAsync(Cancellation);
        return app;
    }

    private static X509Certificate2 CreateAuthority(string name, X509Certificate2? parent = null)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest($"CN={name}", key, HashAlgorithmName.SHA256);
        request.CertificateExtensions.Add(new X509BasicConstraintsExtension(true, false, 0, true));
        request.CertificateExtensions.Add(new X509KeyUsageExtension(X509KeyUsageFlags.KeyCertSign, true));
        if (parent is null)
        {
            var now = TimeProvider.System.GetUtcNow();
            return request.CreateSelfSigned(now.AddDays(-1), now.AddDays(1));
        }

        using var signed = Create(request, parent);
        return signed.CopyWithPrivateKey(key);
    }

    /// <summary>For as long as its issuer's.</summary>
    private static X509Certificate2 Create(CertificateRequest request, X509Certificate2 issuer) => request.Create(
        issuer, new DateTimeOffset(issuer.NotBefore), new DateTimeOffset(issuer.NotAfter), RandomNumberGenerator.GetBytes(8));

    private static X509Certificate2 Sign(X509Certificate2 authority, string? host = null, string? link = null)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=node", key, HashAlgorithmName.SHA256);
        var names = new SubjectAlternativeNameBuilder();
        if (host is null)
        {
            names.AddIpAddress(IPAddress.Loopback);
        }
        else
        {
            names.AddDnsName(host);
        }

        request.CertificateExtensions.Add(names.Build());
        if (link is not null)
        {
            request.CertificateExtensions.Add(new X509AuthorityInformationAccessExtension(ocspUris: null, caIssuersUris: [link]));
        }

        using var leaf = Create(request, authority);
        using var withKey = leaf.CopyWithPrivateKey(key);

        // Windows' TLS takes a key from its own store only; PKCS #12 puts it there.
        return X509CertificateLoader.LoadPkcs12(withKey.Export(X509ContentType.Pkcs12), null);
    }

    private static string Fingerprint(X509Certificate2 certificate) =>
        Convert.ToHexStringLower(certificate.GetCertHash(HashAlgorithmName.SHA256));

    private string Save(X509Certificate2 certificate)
    {
        var path = _folder.Combine("ca.pem");
        File.WriteAllText(path, certificate.ExportCertificatePem());
        return path;
    }
}
