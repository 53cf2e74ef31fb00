using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;
using System.Security.Cryptography.X509Certificates;
using Microsoft.Extensions.Options;

namespace Journal.Tests;

/// <summary>Certificates of senders over TLS: whose they are, and until when they count.</summary>
public sealed class SenderCertificatesTests : IDisposable
{
    private readonly TempDirectory _folder = new("senders");
    private readonly TestAuthority _authority = new();

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    private string ListFile => _folder.Combine("list.crl");

    public void Dispose()
    {
        _authority.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public async Task Tls_CertificateIsRevokedUnderItsStream_EndsItAndKeepsWhatItSent()
    {
        using var leaver = _authority.Sign("leaver");
        using var stayer = _authority.Sign("stayer");
        await File.WriteAllBytesAsync(ListFile, _authority.Revoke(), Token);
        await using var host = await StartAsync($"SenderRevocations={ListFile}");
        await using var ends = await ConnectAsync(host, leaver);
        await using var stays = await ConnectAsync(host, stayer);
        await ends.WriteAsync("5 hello"u8.ToArray(), Token);
        await stays.WriteAsync("5 hello"u8.ToArray(), Token);
        await host.UntilAsync(2);

        await File.WriteAllBytesAsync(ListFile, _authority.Revoke(leaver), Token);

        await ShouldEndAsync(ends);
        await ShouldBeRefusedAsync(host, leaver);
        await stays.WriteAsync("5 again"u8.ToArray(), Token);
        await host.UntilAsync(3);
        host.Records().Select(record => record.Source.Name).Order().ShouldBe(["leaver", "stayer", "stayer"]);
        host.Logged.Count(line => line.Contains("CN=Ours has revoked CN=leaver", StringComparison.Ordinal)).ShouldBe(1);
    }

    [Theory]
    [InlineData("CN=web-7", null, "web-7")]
    [InlineData("O=Example", "spiffe://example.org/web-7", "URI=spiffe://example.org/web-7")]
    [InlineData("O=Example", "web-7.example.org", "DNS=web-7.example.org")]
    [InlineData("O=Example", null, "O=Example")]
    public async Task Tls_NamesOfACertificate_AreThoseOfItsRecords(string subject, string? alternative, string name)
    {
        using var certificate = _authority.SignSubject(subject, alternative: alternative);
        await using var host = await StartAsync();

        await SendAsync(host, certificate);

        host.Records()[0].Source.Name.ShouldBe(name);
    }

    [Fact]
    public async Task Tls_SubjectWithTwoCommonNames_IsRefused()
    {
        using var certificate = _authority.SignSubject("CN=web-7, CN=web-8");
        await using var host = await StartAsync();

        await ShouldBeRefusedAsync(host, certificate);

        await Deadline.UntilAsync(() => host.Logged.Any(line => line.Contains("several common names", StringComparison.Ordinal)));
    }

    [Theory]
    [InlineData("URI=spiffe://example.org/web-7")]
    [InlineData("web-7")]
    [InlineData("CN=web-7")]
    public async Task Tls_SenderThatIsKnownByAnyName_IsHeard(string known)
    {
        using var certificate = _authority.Sign("web-7", alternative: "spiffe://example.org/web-7");
        await using var host = await StartAsync($"KnownSenders={known}, silent");
        var before = await HeardAsync(host, known);

        await SendAsync(host, certificate);

        await Deadline.UntilAsync(async () => await HeardAsync(host, known) > before);
    }

    [Fact]
    public async Task Start_ListsWithoutAuthorities_AreRefused() =>
        (await Should.ThrowAsync<OptionsValidationException>(() => JournalHost.StartAsync($"SenderRevocations={ListFile}")))
            .Message.ShouldContain("SenderRevocations has no effect without SenderAuthorities");

    private static async Task<double> HeardAsync(JournalHost host, string known)
    {
        using var http = new HttpClient();
        var metrics = await http.GetStringAsync(new Uri(host.Http, "/metrics"), Token).Within();
        var line = metrics.Split('\n').Single(line => line.StartsWith(
            $"journal_known_sender_timestamp_seconds{{sender=\"{known}\"}}", StringComparison.Ordinal));
        return double.Parse(line[(line.LastIndexOf(' ') + 1)..], System.Globalization.CultureInfo.InvariantCulture);
    }

    private async Task<JournalHost> StartAsync(params string[] settings)
    {
        using var server = _authority.Sign("localhost", TestAuthority.ServerUse);
        var (ca, pem) = (_folder.Combine("ca.pem"), _folder.Combine("server.pem"));
        await File.WriteAllTextAsync(ca, _authority.Pem, Token);
        await File.WriteAllTextAsync(pem, TestAuthority.ToPem(server), Token);
        return await JournalHost.StartAsync([$"Certificate={pem}", $"SenderAuthorities={ca}", .. settings]);
    }

    private static async Task SendAsync(JournalHost host, X509Certificate2 certificate)
    {
        await using var tls = await ConnectAsync(host, certificate);
        await tls.WriteAsync("5 hello"u8.ToArray(), Token);
        await tls.ShutdownAsync();
        await ShouldEndAsync(tls);
        await host.UntilAsync(1);
    }

    private static async Task ShouldBeRefusedAsync(JournalHost host, X509Certificate2 certificate)
    {
        try
        {
            await using var tls = await ConnectAsync(host, certificate);
            await ShouldEndAsync(tls);
        }
        catch (AuthenticationException)
        {
            // It is told so.
        }
    }

    private static async Task ShouldEndAsync(SslStream tls)
    {
        try
        {
            (await tls.ReadAsync(new byte[1], Token).AsTask().Within()).ShouldBe(0);
        }
        catch (IOException)
        {
            // It ends without a farewell.
        }
    }

    private static async Task<SslStream> ConnectAsync(JournalHost host, X509Certificate2 certificate)
    {
        var client = new Socket(SocketType.Stream, ProtocolType.Tcp);
        await client.ConnectAsync(IPAddress.Loopback, host.Tls.ShouldNotBeNull(), Token);
        var tls = new SslStream(new NetworkStream(client, ownsSocket: true));
        try
        {
            await tls.AuthenticateAsClientAsync(
                new SslClientAuthenticationOptions
                {
                    TargetHost = "localhost",
                    ClientCertificateContext = SslStreamCertificateContext.Create(certificate, additionalCertificates: null, offline: true),
                    RemoteCertificateValidationCallback = (_, shown, _, _) => shown!.Subject == "CN=localhost",
                },
                Token).Within();
            return tls;
        }
        catch
        {
            await tls.DisposeAsync();
            throw;
        }
    }
}
