using System.Net.Security;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Prober.Engine.Probing.Tls;

namespace Prober.Engine.Tests.Probing;

/// <summary>Servers of one cipher, of those that curl takes.</summary>
public sealed class OfferedCiphersTests
{
    [Theory]
    [InlineData(TlsCipherSuite.TLS_RSA_WITH_AES_128_GCM_SHA256)]
    [InlineData(TlsCipherSuite.TLS_RSA_WITH_AES_256_CBC_SHA)]
    [InlineData(TlsCipherSuite.TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA)]
    [InlineData(TlsCipherSuite.TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256)]
    [InlineData(TlsCipherSuite.TLS_AES_128_GCM_SHA256)]
    public async Task Probe_ServerOfOneCipher_IsUp(TlsCipherSuite suite)
    {
        if (!OperatingSystem.IsLinux())
        {
            Assert.Skip("Elsewhere the system decides.");
            return;
        }

        var only = new CipherSuitesPolicy([suite]);
        using var key = RSA.Create(2048);
        var now = TimeProvider.System.GetUtcNow();
        using var certificate = new CertificateRequest("CN=localhost", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1)
            .CreateSelfSigned(now.AddDays(-1), now.AddDays(1));
        await using var server = new RawServer(async (socket, token) =>
        {
            await using var stream = new SslStream(new NetworkStream(socket));
            await stream.AuthenticateAsServerAsync(
                new SslServerAuthenticationOptions { ServerCertificate = certificate, CipherSuitesPolicy = only }, token);
            _ = await stream.ReadAsync(new byte[1], token);
        });

        var result = await Probes.RunAsync(
            new TlsProbe(new("localhost", server.Port) { Rules = new() { SkipsVerification = true, SkipsExpiry = true } }));

        result.Message.ShouldBeEmpty();
        result.IsGood.ShouldBeTrue();
    }
}
