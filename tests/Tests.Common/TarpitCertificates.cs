using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;
using System.Security.Cryptography.X509Certificates;
using System.Text;

namespace Tests.Common;

/// <summary>
/// Clients without any right, whose certificates name addresses of a tarpit. A host that fetches one of them holds a thread for as long as
/// the client likes.
/// </summary>
public sealed class TarpitCertificates : IAsyncDisposable
{
    private const int AtOnce = 48;

    private readonly TempDirectory _folder = new("tarpit");
    private readonly TestAuthority _authority = new();
    private readonly Tarpit _tarpit = new();

    public TarpitCertificates()
    {
        using var server = _authority.Sign("localhost", TestAuthority.ServerUse);
        File.WriteAllText(Server, TestAuthority.ToPem(server));
        File.WriteAllText(Authority, _authority.Pem);
    }

    /// <summary>A file for <c>Certificate</c>.</summary>
    public string Server => _folder.Combine("server.pem");

    /// <summary>A file for <c>ClientAuthority</c> or <c>SenderAuthorities</c>.</summary>
    public string Authority => _folder.Combine("authority.pem");

    /// <summary>Sends a request over each of many connections at once. The host has to answer others meanwhile.</summary>
    /// <param name="tls">The address of the listener that asks for certificates.</param>
    /// <param name="live">An address that everybody may ask.</param>
    public async Task ShouldReachNobodyAsync(Uri tls, Uri live)
    {
        using var stranger = new TestAuthority("Stranger");
        using var impostor = new TestAuthority(); // the trusted one's name, and another key
        using var http = new HttpClient();
        foreach (var authority in new[] { stranger, impostor, _authority })
        {
            using var certificate = authority.Sign("nobody", address: _tarpit.Address);
            var clients = Enumerable.Range(0, AtOnce).Select(_ => CallAsync(tls, certificate)).ToList();
            using var answer = await http.GetAsync(live, TestContext.Current.CancellationToken).Within();
            answer.StatusCode.ShouldBe(HttpStatusCode.OK);
            await Task.WhenAll(clients).Within();
            _tarpit.Connections.ShouldBe(0);
        }
    }

    public async ValueTask DisposeAsync()
    {
        await _tarpit.DisposeAsync();
        _authority.Dispose();
        _folder.Dispose();
    }

    /// <summary>Ends when the host has closed the connection.</summary>
    private static async Task CallAsync(Uri tls, X509Certificate2 certificate)
    {
        using var client = new TcpClient();
        await client.ConnectAsync(tls.Host, tls.Port, TestContext.Current.CancellationToken);
        await using var stream = new SslStream(client.GetStream());
        try
        {
            await stream.AuthenticateAsClientAsync(new SslClientAuthenticationOptions
            {
                // Else this client would look for the rest of its own chain.
                ClientCertificateContext = SslStreamCertificateContext.Create(certificate, additionalCertificates: null, offline: true),
                RemoteCertificateValidationCallback = (_, shown, _, _) => shown!.Subject == "CN=localhost",
            });
            stream.LocalCertificate.ShouldBe(certificate);
            await stream.WriteAsync(Encoding.ASCII.GetBytes("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"));
            while (await stream.ReadAsync(new byte[4096]) > 0)
            {
            }
        }
        catch (Exception exception) when (exception is IOException or AuthenticationException)
        {
            // It was refused.
        }
    }
}
