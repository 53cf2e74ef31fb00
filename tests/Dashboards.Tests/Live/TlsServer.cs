using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;
using System.Security.Cryptography.X509Certificates;

namespace Dashboards.Tests.Live;

/// <summary>Shows a certificate to whoever connects, one after the other, and says nothing more.</summary>
internal sealed class TlsServer : IDisposable
{
    private readonly TestAuthority _authority = new();
    private readonly X509Certificate2 _certificate;
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);

    public TlsServer()
    {
        _certificate = _authority.Sign("localhost", TestAuthority.ServerUse);
        _listener.Start();
        _ = ServeAsync();
    }

    public int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

    public void Dispose()
    {
        _listener.Dispose();
        _certificate.Dispose();
        _authority.Dispose();
    }

    private async Task ServeAsync()
    {
        try
        {
            while (true)
            {
                using var client = await _listener.AcceptTcpClientAsync();
                await GreetAsync(client);
            }
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // The run is over.
        }
    }

    private async Task GreetAsync(TcpClient client)
    {
        await using var stream = new SslStream(client.GetStream());
        try
        {
            await stream.AuthenticateAsServerAsync(_certificate).Within();
        }
        catch (Exception exception) when (exception is AuthenticationException or IOException or TimeoutException)
        {
            // The prober does not trust it.
        }
    }
}
