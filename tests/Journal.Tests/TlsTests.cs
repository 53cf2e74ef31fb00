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
        host.Addresses.ShouldBe(["http", "https", "syslog+tcp", "syslog+tls", "relp"]);
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
        await Deadline.UntilAsync(() => host.Logged.Any(IsFailedHandshake));

        host.Records().ShouldAllBe(record => record.Source == new RecordSource(SourceKind.Tls, "web-7"));
        host.Records().Count.ShouldBe(4);
    }

    [Fact]
    public async Task Tls_ClearText_IsCountedInLinesAndNamedAndHealthChecksAreNot()
    {
        using var files = new CertificateFiles();
        await using var host = await JournalHost.StartAsync($"Certificate={files.Server}");

        using (var check = new TcpClient())
        {
            await check.ConnectAsync(IPAddress.Loopback, host.Tls!.Value, Token).AsTask().Within();
        }

        using (var clear = new TcpClient())
        {
            await clear.ConnectAsync(IPAddress.Loopback, host.Tls.Value, Token).AsTask().Within();
            await clear.GetStream().WriteAsync("<13>one\n<13>two\n"u8.ToArray(), Token).AsTask().Within();
            await Deadline.UntilAsync(() => host.Writer.Losses.Refused == 2);
        }

        host.Logged.Where(line => line.Contains("syslog over TLS from 127.0.0.1:", StringComparison.Ordinal)).ShouldHaveSingleItem()
            .ShouldEndWith("begins with \"<13>one.<13>two.\". It is not TLS: let the sender use TLS, or the port without it.");
        host.Logged.ShouldNotContain(line => IsFailedHandshake(line));
    }

    [Fact]
    public async Task Tls_BrokenHandshake_IsNamed()
    {
        using var files = new CertificateFiles();
        await using var host = await JournalHost.StartAsync($"Certificate={files.Server}");
        using var client = new TcpClient();
        await client.ConnectAsync(IPAddress.Loopback, host.Tls!.Value, Token).AsTask().Within();

        await client.GetStream().WriteAsync(new byte[] { 0x16, 3, 1, 0, 2, 0xFF, 0xFF }, Token).AsTask().Within();

        await Deadline.UntilAsync(() => host.Logged.Any(IsFailedHandshake));
        host.Writer.Losses.Refused.ShouldBe(0);
    }

    /// <summary>HTTP asks for certificates and judges them later; syslog has nobody who would.</summary>
    [Fact]
    public async Task Tls_WithoutAuthorities_TakesNoNameFromACertificate()
    {
        using var files = new CertificateFiles();
        await using var host = await JournalHost.StartAsync($"Certificate={files.Server}", $"ClientAuthority={files.Authority}");

        await SendAsync(host, files, files.Sender);
        await host.UntilAsync(2);

        host.Records().ShouldAllBe(record => record.Source.Kind == SourceKind.Tls && record.Source.Name.StartsWith("127.0.0.1:"));
    }

    [Fact]
    public async Task Https_WithAKey_TakesLines()
    {
        using var files = new CertificateFiles();
        using var keys = new ClientKeys();
        var key = keys.Add("sender", ["submit"]);
        await using var host = await JournalHost.StartAsync($"Certificate={files.Server}", $"Keys={keys.File}");
        using var handler = new SocketsHttpHandler
        {
            SslOptions = { RemoteCertificateValidationCallback = (_, server, _, _) => server!.GetCertHashString() == files.ServerHash },
        };
        using var http = new HttpClient(handler) { BaseAddress = host.Https.ShouldNotBeNull() };

        using var refused = await http.PostAsync("/v1/lines", new StringContent("a"), Token).Within();
        http.DefaultRequestHeaders.Add("x-api-key", key);
        using var taken = await http.PostAsync("/v1/lines", new StringContent("b"), Token).Within();

        (refused.StatusCode, taken.StatusCode).ShouldBe((HttpStatusCode.Unauthorized, HttpStatusCode.OK));
        host.Lines().ShouldBe(["b"]);
    }

    [Fact]
    public async Task Certificate_RenewedWhileTheJournalRuns_IsShownToWhoeverComesThen()
    {
        using var files = new CertificateFiles();
        await using var host = await JournalHost.StartAsync($"Certificate={files.Server}");
        var before = files.ServerHash;
        await using var open = await ConnectAsync(host, before, null);

        files.Renew();
        await Deadline.UntilAsync(() => host.Logged.Any(line => line.Contains("use its certificate", StringComparison.Ordinal)));
        files.ServerHash.ShouldNotBe(before);
        await SendAsync(host, files, null);
        await open.WriteAsync("5 still"u8.ToArray(), Token);
        await host.UntilAsync(3);

        host.Lines().Order().ShouldBe(["hello", "still", "world!"]);
    }

    [Fact]
    public async Task Certificate_ABrokenFile_ChangesNothingAndIsTold()
    {
        using var files = new CertificateFiles();
        await using var host = await JournalHost.StartAsync($"Certificate={files.Server}");
        var before = files.ServerHash;

        files.Break();
        await Deadline.UntilAsync(() => host.Logged.Any(line => line.Contains("cannot be used", StringComparison.Ordinal)));
        await using (var old = await ConnectAsync(host, before, null))
        {
            await old.WriteAsync("5 hello"u8.ToArray(), Token);
        }

        await host.UntilAsync(1);
        files.Renew();
        await Deadline.UntilAsync(() => host.Logged.Any(line => line.Contains("use its certificate", StringComparison.Ordinal)));
        await SendAsync(host, files, null);
        await host.UntilAsync(3);
        host.Logged.Count(line => line.Contains("cannot be used", StringComparison.Ordinal)).ShouldBe(1);
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

    private static bool IsFailedHandshake(string line) =>
        line.StartsWith("The TLS handshake for syslog over TLS with 127.0.0.1:", StringComparison.Ordinal);

    private static async Task SendAsync(JournalHost host, CertificateFiles files, X509Certificate2? certificate)
    {
        await using var tls = await ConnectAsync(host, files.ServerHash, certificate);
        await tls.WriteAsync("5 hello6 world!"u8.ToArray(), Token);
        await tls.ShutdownAsync();
        (await tls.ReadAsync(new byte[1], Token).AsTask().Within()).ShouldBe(0); // until the journal closes
    }

    /// <summary>Fails when the journal shows another certificate.</summary>
    private static async Task<SslStream> ConnectAsync(JournalHost host, string serverHash, X509Certificate2? certificate)
    {
        var client = new Socket(SocketType.Stream, ProtocolType.Tcp);
        await client.ConnectAsync(IPAddress.Loopback, host.Tls.ShouldNotBeNull(), Token);
        var tls = new SslStream(
            new NetworkStream(client, ownsSocket: true), false, (_, server, _, _) => server!.GetCertHashString() == serverHash);
        try
        {
            await tls.AuthenticateAsClientAsync(new SslClientAuthenticationOptions
            {
                TargetHost = "localhost",
                ClientCertificates = certificate is null ? [] : [certificate],
                EnabledSslProtocols = SslProtocols.Tls12,
            }).Within();
            return tls;
        }
        catch
        {
            await tls.DisposeAsync();
            throw;
        }
    }
}
