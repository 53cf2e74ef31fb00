using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using Hosting.Listeners;
using Hosting.Settings;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;
using Tests.Common.Scraping;
using CollectorRegistry = Prometheus.CollectorRegistry;

namespace Hosting.Tests.Listeners;

/// <summary>The certificate of new connections after its file has changed.</summary>
public sealed class ServerCertificatesTests : IDisposable
{
    private readonly TempDirectory _directory = new();
    private readonly LogSink _log = new();
    private readonly CollectorRegistry _registry = Prometheus.Metrics.NewCustomRegistry();

    private string PemFile => _directory.Combine("server.pem");

    public void Dispose()
    {
        _directory.Dispose();
        _log.Dispose();
    }

    [Fact]
    public void Refresh_ARenewedFile_IsTakenOver()
    {
        var before = Write(PemFile, days: 1);
        using var certificates = Open(PemFile);
        certificates.Current.Thumbprint.ShouldBe(before);

        certificates.Refresh();
        certificates.Current.Thumbprint.ShouldBe(before);
        var after = Write(PemFile, days: 2);
        certificates.Refresh();

        certificates.Current.Thumbprint.ShouldBe(after);
        Told("new connections use its certificate").ShouldBe(1);
    }

    [Fact]
    public async Task Metric_OfTheCertificate_ShowsTheTimeUntilItExpires()
    {
        Write(PemFile, days: 1);
        using var certificates = Open(PemFile);
        Write(PemFile, days: 3);
        certificates.Refresh();

        using var text = new MemoryStream();
        await _registry.CollectAndExportAsTextAsync(text, TestContext.Current.CancellationToken);

        var left = DateTimeOffset.UnixEpoch.AddYears(100).AddDays(3) - TimeProvider.System.GetUtcNow();
        new Scrape(Encoding.UTF8.GetString(text.ToArray()))
            .Sample("tls_file_expiry_seconds", ("setting", "Certificate"), ("file", PemFile)).Value
            .ShouldBe(left.TotalSeconds, tolerance: 60);
    }

    [Fact]
    public void Refresh_ALinkThatLeadsElsewhere_IsTakenOver()
    {
        if (OperatingSystem.IsWindows())
        {
            Assert.Skip("Links take a right there that few have.");
        }

        var (one, other) = (_directory.Combine("one"), _directory.Combine("other"));
        Directory.CreateDirectory(one);
        Directory.CreateDirectory(other);
        Write(Path.Combine(one, "server.pem"), days: 1);
        var after = Write(Path.Combine(other, "server.pem"), days: 2);
        File.SetLastWriteTimeUtc(Path.Combine(one, "server.pem"), DateTime.UnixEpoch);
        Directory.CreateSymbolicLink(_directory.Combine("now"), one);
        File.CreateSymbolicLink(PemFile, Path.Combine("now", "server.pem"));
        using var certificates = Open(PemFile);

        Directory.Delete(_directory.Combine("now"));
        Directory.CreateSymbolicLink(_directory.Combine("now"), other);
        certificates.Refresh();

        certificates.Current.Thumbprint.ShouldBe(after);
    }

    [Fact]
    public void Refresh_AFileThatCannotBeUsed_ChangesNothingAndIsToldOnce()
    {
        var before = Write(PemFile, days: 1);
        using var certificates = Open(PemFile);

        foreach (var broken in new Action[]
        {
            () => File.WriteAllText(PemFile, "nothing"),
            () => File.Delete(PemFile),
            () => Write(PemFile, days: 3, use: "1.3.6.1.5.5.7.3.2"),
        })
        {
            broken();
            certificates.Refresh();
            certificates.Refresh();
            certificates.Current.Thumbprint.ShouldBe(before);
        }

        Told("cannot be used").ShouldBe(3);
        Told("not for servers").ShouldBe(1);
        var after = Write(PemFile, days: 4);
        certificates.Refresh();
        certificates.Current.Thumbprint.ShouldBe(after);
    }

    [Fact]
    public void Serve_AfterARenewal_UsesTheNewOne()
    {
        Write(PemFile, days: 1);
        using var certificates = Open(PemFile);
        var after = Write(PemFile, days: 2);

        certificates.Refresh();

        certificates.Serve(clients: null).ServerCertificateContext!.TargetCertificate.Thumbprint.ShouldBe(after);
    }

    /// <summary>A client that trusts the root alone, and downloads nothing, needs the authority between.</summary>
    [Theory]
    [InlineData("server.pem")]
    [InlineData("server.pfx")]
    public async Task Serve_FileWithAChain_ShowsAllOfIt(string name)
    {
        var (file, root) = (_directory.Combine(name), WriteChain(_directory.Combine(name)));
        using var certificates = Open(file);
        var server = certificates.Serve(clients: null);
        var trust = new X509ChainPolicy
        {
            TrustMode = X509ChainTrustMode.CustomRootTrust,
            RevocationMode = X509RevocationMode.NoCheck,
            DisableCertificateDownloads = true,
        };
        trust.CustomTrustStore.Add(root);
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        using var client = new TcpClient();
        await client.ConnectAsync((IPEndPoint)listener.LocalEndpoint, TestContext.Current.CancellationToken);
        using var accepted = await listener.AcceptTcpClientAsync(TestContext.Current.CancellationToken);
        await using var ours = new SslStream(accepted.GetStream());
        await using var theirs = new SslStream(client.GetStream());

        await Task.WhenAll(
            ours.AuthenticateAsServerAsync(server, TestContext.Current.CancellationToken),
            theirs.AuthenticateAsClientAsync(
                new SslClientAuthenticationOptions { TargetHost = "localhost", CertificateChainPolicy = trust },
                TestContext.Current.CancellationToken)).Within();

        theirs.IsAuthenticated.ShouldBeTrue();
        server.ServerCertificateContext!.IntermediateCertificates.ShouldHaveSingleItem().Subject.ShouldBe("CN=between");
    }

    /// <returns>The root, which is not in the file.</returns>
    private static X509Certificate2 WriteChain(string file)
    {
        using var rootKey = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        using var betweenKey = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var (from, to) = (DateTimeOffset.UnixEpoch, DateTimeOffset.UnixEpoch.AddYears(100));
        var root = Authority("root", rootKey).CreateSelfSigned(from, to);
        using var between = Authority("between", betweenKey).Create(root, from, to, [1]).CopyWithPrivateKey(betweenKey);
        var request = new CertificateRequest("CN=localhost", key, HashAlgorithmName.SHA256);
        var names = new SubjectAlternativeNameBuilder();
        names.AddDnsName("localhost");
        request.CertificateExtensions.Add(names.Build());
        using var leaf = request.Create(between, from, to, [2]).CopyWithPrivateKey(key);
        if (file.EndsWith(".pem", StringComparison.Ordinal))
        {
            File.WriteAllText(
                file, $"{leaf.ExportCertificatePem()}\n{between.ExportCertificatePem()}\n{key.ExportPkcs8PrivateKeyPem()}\n");
        }
        else
        {
            using var bare = X509CertificateLoader.LoadCertificate(between.RawData);
            File.WriteAllBytes(file, new X509Certificate2Collection { bare, leaf }.Export(X509ContentType.Pkcs12)!);
        }

        return root;

        static CertificateRequest Authority(string name, ECDsa key)
        {
            var request = new CertificateRequest($"CN={name}", key, HashAlgorithmName.SHA256);
            request.CertificateExtensions.Add(new X509BasicConstraintsExtension(true, false, 0, true));
            return request;
        }
    }

    private static string Write(string file, int days, string use = "1.3.6.1.5.5.7.3.1")
    {
        using var key = RSA.Create(2048);
        var request = new CertificateRequest("CN=localhost", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        request.CertificateExtensions.Add(new X509EnhancedKeyUsageExtension([new Oid(use)], false));
        using var certificate = request.CreateSelfSigned(DateTimeOffset.UnixEpoch, DateTimeOffset.UnixEpoch.AddYears(100).AddDays(days));
        File.WriteAllText(file, $"{certificate.ExportCertificatePem()}\n{key.ExportPkcs8PrivateKeyPem()}\n{new string('\n', days)}");
        return certificate.Thumbprint;
    }

    private ServerCertificates Open(string file)
    {
        using var factory = LoggerFactory.Create(logging => logging.AddProvider(_log));
        return new(
            Options.Create(new HostSettings { Certificate = file }), _registry, new StandingTime(),
            factory.CreateLogger<ServerCertificates>());
    }

    private int Told(string part) => _log.Records.Count(record => record.Message.Contains(part, StringComparison.Ordinal));

    /// <summary>Nobody looks but the test.</summary>
    private sealed class StandingTime : TimeProvider
    {
        public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period) =>
            System.CreateTimer(callback, state, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
    }
}
