using System.Net;
using System.Net.Sockets;

namespace Tests.Common;

/// <summary>
/// Stands between a client and a server and can fall silent: connections stay open, new ones are accepted, and no byte passes,
/// as when the server's process is stopped. Other tests may use the server meanwhile.
/// </summary>
public sealed class PausableProxy : IAsyncDisposable
{
    private const int BufferSize = 64 * 1024;

    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _stop = new();
    private readonly Uri _server;
    private readonly Task _accepting;
    private volatile TaskCompletionSource _open = OpenGate();

    private PausableProxy(Uri server)
    {
        _server = server;
        _listener.Start();
        _accepting = AcceptAsync();
    }

    /// <summary>The server's address as the client is to use it.</summary>
    public Uri Address => new UriBuilder(_server) { Host = "127.0.0.1", Port = ((IPEndPoint)_listener.LocalEndpoint).Port }.Uri;

    /// <param name="server">An http address.</param>
    public static PausableProxy To(Uri server) => new(server);

    public void Pause() => _open = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Lets everything pass again, first what has come meanwhile.</summary>
    public void Resume() => _open.TrySetResult();

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        _listener.Dispose();
        await _accepting;
        _stop.Dispose();
    }

    private static TaskCompletionSource OpenGate()
    {
        var gate = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        gate.SetResult();
        return gate;
    }

    private async Task AcceptAsync()
    {
        var connections = new List<Task>();
        try
        {
            while (true)
            {
                connections.Add(ServeAsync(await _listener.AcceptTcpClientAsync(_stop.Token)));
            }
        }
        catch (Exception exception) when (exception is OperationCanceledException or SocketException or ObjectDisposedException)
        {
            await Task.WhenAll(connections);
        }
    }

    private async Task ServeAsync(TcpClient client)
    {
        using var server = new TcpClient();
        using (client)
        {
            try
            {
                await server.ConnectAsync(_server.Host, _server.Port, _stop.Token);
                (client.NoDelay, server.NoDelay) = (true, true);
                var (near, far) = (client.GetStream(), server.GetStream());
                await Task.WhenAny(PumpAsync(near, far), PumpAsync(far, near)); // the end of one direction ends both
            }
            catch (Exception exception) when (exception is OperationCanceledException or IOException or SocketException)
            {
                // One side has left; the other is closed with it.
            }
        }
    }

    private async Task PumpAsync(NetworkStream from, NetworkStream to)
    {
        var buffer = new byte[BufferSize];
        while (await from.ReadAsync(buffer, _stop.Token) is > 0 and var count)
        {
            await _open.Task.WaitAsync(_stop.Token);
            await to.WriteAsync(buffer.AsMemory(0, count), _stop.Token);
        }
    }
}
