using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;
using System.Security.Cryptography.X509Certificates;
using Journal.Log.Frames;

namespace Journal.Tests;

/// <summary>Syslog over TLS (RFC 5425), with and without certificates of the senders.</summary>
public sealed class TlsTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Tls_OctetCounts_AreStored()
    {
        using var files = new CertificateFiles();
        await using var host = await JournalHost.StartAsync($"Certificate={files.Server}");

        await SendAsync(host, files, null);

        await host.UntilAsync(2);
        host.Lines().ShouldBe(["hello", "world!"]);
        host.Records()[0].Source.Kind.ShouldBe(SourceKind.Tls);
        host.Addresses.ShouldBe(["http", "syslog+tcp", "syslog+tls", "relp"]);
    }

    [Fact]
    public async Task Tls_WithAuthorities_TakesOnlyWhoShowsACertificateOfThem()
    {
        using var files = new CertificateFiles();
        using var other = new CertificateFiles();
        await using var host = await JournalHost.StartAsync($"Certificate={files.Server}", $"SenderAuthorities={files.Authority}");

        await SendAsync(host, files, files.Sender);
        await host.UntilAsync(2);
        await SendInVainAsync(host, files, other.Sender);
        await SendInVainAsync(host, files, null);
        await SendAsync(host, files, files.Sender);
        await host.UntilAsync(4);

        host.Records().ShouldAllBe(record => record.Source == new RecordSource(SourceKind.Tls, "web-7"));
        host.Records().Count.ShouldBe(4);
    }

    [Fact]
    public async Task Start_AuthoritiesThatAreNone_IsRefused()
    {
        using var files = new CertificateFiles();
        var problem = await Should.ThrowAsync<InvalidDataException>(
            () => JournalHost.StartAsync($"Certificate={files.Server}", $"SenderAuthorities={files.Empty}"));
        problem.Message.ShouldContain("holds no certificate");
    }

    /// <summary>Ends when the journal has closed the connection, with or without an alert.</summary>
    private static async Task SendInVainAsync(JournalHost host, CertificateFiles files, X509Certificate2? certificate)
    {
        try
        {
            await SendAsync(host, files, certificate);
        }
        catch (Exception exception) when (exception is IOException or AuthenticationException)
        {
            // It is told so.
        }
    }

    private static async Task SendAsync(JournalHost host, CertificateFiles files, X509Certificate2? certificate)
    {
        using var client = new TcpClient();
        await client.ConnectAsync(IPAddress.Loopback, host.Tls.ShouldNotBeNull(), Token);
        await using var tls = new SslStream(
            client.GetStream(), false, (_, server, _, _) => server!.GetCertHashString() == files.ServerHash);
        await tls.AuthenticateAsClientAsync(new SslClientAuthenticationOptions
        {
            TargetHost = "localhost",
            ClientCertificates = certificate is null ? [] : [certificate],
            EnabledSslProtocols = SslProtocols.Tls12,
        }).Within();
        await tls.WriteAsync("5 hello6 world!"u8.ToArray(), Token);
        await tls.ShutdownAsync();
        (await tls.ReadAsync(new byte[1], Token).AsTask().Within()).ShouldBe(0); // until the journal closes
    }
}
