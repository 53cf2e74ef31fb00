using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Trust.Tests;

/// <summary>Which servers a client believes, in real handshakes.</summary>
public sealed class ServerVerifierTests : IDisposable
{
    private const string ServerExtensions = "basicConstraints=CA:FALSE\nextendedKeyUsage=serverAuth\nsubjectAltName=DNS:node.example.org\n";

    private readonly TempDirectory _folder = new("servers");

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("node.example.org", ServerExtensions, null)]
    [InlineData("other.example.org", ServerExtensions, "RemoteCertificateNameMismatch")]
    [InlineData("node.example.org", "extendedKeyUsage=clientAuth\nsubjectAltName=DNS:node.example.org\n", "NotValidForUsage")]
    public async Task Apply_Authorities_BelieveWhatTheySigned(string host, string extensions, string? problem)
    {
        var root = await OpenSslAuthority.RootAsync(_folder, "Root");
        var between = await root.SubordinateAsync("Between");
        var server = await between.IssueAsync("/CN=node", extensions);
        var trust = ServerVerifier.By(Authorities.FromFile(root.CertificateFile, "authorities"), TimeProvider.System);

        await ConnectAsync(trust, host, server, [between], problem);
    }

    [Fact]
    public async Task Apply_AnotherAuthority_IsNotBelieved()
    {
        var root = await OpenSslAuthority.RootAsync(_folder, "Root");
        var other = await OpenSslAuthority.RootAsync(_folder, "Other", "/CN=Root");
        var server = await other.IssueAsync("/CN=node", ServerExtensions);

        await ConnectAsync(
            ServerVerifier.By(Authorities.FromPem(root.Pem), TimeProvider.System), "node.example.org", server, [], "PartialChain");
    }

    /// <summary>A key that is known may say what it likes; an authority that is known may not speak for another host.</summary>
    [Theory]
    [InlineData("leaf", "node.example.org", null)]
    [InlineData("leaf", "other.example.org", null)]
    [InlineData("between", "node.example.org", null)]
    [InlineData("between", "other.example.org", "is for another host")]
    [InlineData("stranger", "node.example.org", "has the expected fingerprint")]
    public async Task Apply_Fingerprint_BelievesTheKeyOrWhatItSigned(string whose, string host, string? problem)
    {
        var root = await OpenSslAuthority.RootAsync(_folder, "Root");
        var stranger = await OpenSslAuthority.RootAsync(_folder, "Stranger");
        var between = await root.SubordinateAsync("Between");
        var server = await between.IssueAsync("/CN=node", ServerExtensions);
        using var known = OpenSslAuthority.Load(whose switch
        {
            "leaf" => server.Certificate,
            "between" => between.CertificateFile,
            _ => stranger.CertificateFile,
        });

        var trust = ServerVerifier.ByFingerprint(known.GetCertHash(HashAlgorithmName.SHA256), TimeProvider.System);

        // The stranger's certificate is sent along, and has signed nothing.
        await ConnectAsync(trust, host, server, [between, root, stranger], problem);
    }

    [Fact]
    public async Task Apply_FingerprintOfAnAuthorityAndAnExpiredCertificate_IsNotBelieved()
    {
        var root = await OpenSslAuthority.RootAsync(_folder, "Root");
        var server = await root.IssueAsync("/CN=node", ServerExtensions, fromDays: -9, toDays: -2);
        using var known = OpenSslAuthority.Load(root.CertificateFile);
        var trust = ServerVerifier.ByFingerprint(known.GetCertHash(HashAlgorithmName.SHA256), TimeProvider.System);

        await ConnectAsync(trust, "node.example.org", server, [root], "NotTimeValid");
    }

    [Theory]
    [InlineData("nothing")]
    [InlineData("-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n")]
    public void FromPem_NoCertificate_IsRefused(string pem) =>
        Should.Throw<InvalidDataException>(() => Authorities.FromPem(pem)).Message.ShouldContain("holds no certificate of an authority");

    [Fact]
    public void FromFile_NoFile_SaysWhatItIsFor() =>
        Should.Throw<IOException>(() => Authorities.FromFile(_folder.Combine("none.pem"), "the authorities of nodes"))
            .Message.ShouldEndWith("none.pem does not exist; it has to hold the authorities of nodes.");

    private static async Task ConnectAsync(
        ServerVerifier trust, string host, (string Certificate, string Key) server, IReadOnlyList<OpenSslAuthority> sent, string? problem)
    {
        using var pem = X509Certificate2.CreateFromPemFile(server.Certificate, server.Key);
        using var own = X509CertificateLoader.LoadPkcs12(pem.Export(X509ContentType.Pkcs12), null);
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        using var client = new TcpClient();
        await client.ConnectAsync((IPEndPoint)listener.LocalEndpoint, Token);
        using var accepted = await listener.AcceptTcpClientAsync(Token);
        await using var theirs = new SslStream(accepted.GetStream());
        await using var ours = new SslStream(client.GetStream());
        X509Certificate2Collection others = [.. sent.Select(authority => OpenSslAuthority.Load(authority.CertificateFile))];
        var shown = SslStreamCertificateContext.Create(own, others, offline: true);
        var serving = theirs.AuthenticateAsServerAsync(new SslServerAuthenticationOptions { ServerCertificateContext = shown }, Token);
        var tls = new SslClientAuthenticationOptions { TargetHost = host };
        trust.Apply(tls);

        if (problem is null)
        {
            await ours.AuthenticateAsClientAsync(tls, Token).Within();
            await serving.Within();
        }
        else
        {
            (await Should.ThrowAsync<AuthenticationException>(() => ours.AuthenticateAsClientAsync(tls, Token).Within()))
                .Message.ShouldContain(problem);
            client.Close();
            await Task.WhenAny(serving).Within(); // it may have ended well, before its client looked
        }
    }
}
