using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;
using System.Security.Cryptography.X509Certificates;
using System.Text;

namespace Prober.Engine.Tests.Probing;

/// <summary>A server that does what a test wants, byte by byte, with each connection.</summary>
internal sealed class RawServer : IAsyncDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _stopping = new();
    private readonly Task _serving;
    private readonly Func<Socket, CancellationToken, Task> _behaviour;

    public RawServer(Func<Socket, CancellationToken, Task> behaviour)
    {
        _behaviour = behaviour;
        _listener.Start();
        _serving = ServeAsync();
    }

    public int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

    public Uri Url => new($"http://127.0.0.1:{Port}/");

    public int Connections { get; private set; }

    /// <summary>Reads a request's head, and answers always the same.</summary>
    public static RawServer Answering(string response, bool keepsOpen = false) => new(async (socket, token) =>
    {
        await ReadHeadAsync(socket, token);
        await socket.SendAsync(Encoding.Latin1.GetBytes(response), token);
        if (keepsOpen)
        {
            await Task.Delay(System.Threading.Timeout.Infinite, token);
        }
    });

    /// <summary>Answers with a beginning, and then sends the same bytes for ever.</summary>
    public static RawServer Flooding(string start, string more) => new(async (socket, token) =>
    {
        await ReadHeadAsync(socket, token);
        await socket.SendAsync(Encoding.Latin1.GetBytes(start), token);
        var block = Encoding.Latin1.GetBytes(string.Concat(Enumerable.Repeat(more, Math.Max(1, 4096 / more.Length))));
        while (true)
        {
            await socket.SendAsync(block, token);
        }
    });

    /// <summary>Speaks TLS, and then does what a test wants; without that it waits until the prober goes.</summary>
    public static RawServer Secured(X509Certificate2 certificate, Func<SslStream, CancellationToken, Task>? then = null) =>
        new((socket, token) => SecureAsync(socket, certificate, then, token));

    public static async Task SecureAsync(
        Socket socket, X509Certificate2 certificate, Func<SslStream, CancellationToken, Task>? then, CancellationToken cancellationToken)
    {
        await using var stream = new SslStream(new NetworkStream(socket));
        try
        {
            await stream.AuthenticateAsServerAsync(
                new SslServerAuthenticationOptions { ServerCertificate = certificate }, cancellationToken);
            await (then is null ? stream.ReadAsync(new byte[1], cancellationToken).AsTask() : then(stream, cancellationToken));
        }
        catch (AuthenticationException)
        {
            // The prober does not like the certificate, or has not waited for the end of the handshake.
        }
    }

    public static async Task<string> ReadHeadAsync(Socket socket, CancellationToken cancellationToken)
    {
        var head = new StringBuilder();
        var buffer = new byte[1024];
        while (!head.ToString().Contains("\r\n\r\n"))
        {
            var read = await socket.ReceiveAsync(buffer, cancellationToken);
            if (read == 0)
            {
                break;
            }

            head.Append(Encoding.Latin1.GetString(buffer, 0, read));
        }

        return head.ToString();
    }

    public async ValueTask DisposeAsync()
    {
        await _stopping.CancelAsync();
        await _serving.Within();
        _listener.Stop();
        _stopping.Dispose();
    }

    private async Task ServeAsync()
    {
        var serving = new List<Task>();
        try
        {
            while (true)
            {
                var socket = await _listener.AcceptSocketAsync(_stopping.Token);
                Connections++;
                serving.Add(ServeAsync(socket));
            }
        }
        catch (Exception exception) when (exception is OperationCanceledException or SocketException)
        {
            await Task.WhenAll(serving);
        }
    }

    private async Task ServeAsync(Socket socket)
    {
        using (socket)
        {
            try
            {
                await _behaviour(socket, _stopping.Token);
            }
            catch (Exception exception) when (exception is OperationCanceledException or SocketException or IOException)
            {
                // The prober has had enough, or the test is over.
            }
        }
    }
}
