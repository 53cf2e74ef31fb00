using System.Net;
using System.Net.Sockets;
using Hosting.Limits;

namespace Farm.Serving;

/// <summary>The farm: listeners, name server, and a port that tells what was counted.</summary>
internal static class FarmServer
{
    private const int OwnHandles = 512;
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(20);
    private static readonly SemaphoreSlim Places = new(Math.Max(64, (HandleLimit.Read() ?? int.MaxValue) - OwnHandles));

    /// <exception cref="SocketException">A port is taken.</exception>
    public static async Task RunAsync(FarmPorts ports, CancellationToken stop)
    {
        var counts = new FarmCounts();
        var visitors = new Visitors(new FarmCertificates(ports.Folder), counts);
        using var http = Listen(ports.Http);
        using var https = Listen(ports.Https);
        using var tcp = Listen(ports.Tcp);
        using var names = NameServer.Bind(ports.Dns);

        // A client that asks this port believes that all others are open.
        ControlPort.Open(ports.Control, counts.Text, stop);
        Task[] all =
        [
            AcceptAsync(http, visitors.HttpAsync, stop),
            AcceptAsync(https, visitors.HttpsAsync, stop),
            AcceptAsync(tcp, visitors.TcpAsync, stop),
            NameServer.RunAsync(names, counts, stop),
        ];
        await Task.WhenAll(all);
    }

    private static Socket Listen(int port)
    {
        var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.SetSocketOption(SocketOptionLevel.Socket, SocketOptionName.ReuseAddress, true);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, port));
        listener.Listen(4096);
        return listener;
    }

    /// <summary>Visitors beyond the handles of this process wait in the listener's queue.</summary>
    private static async Task AcceptAsync(Socket listener, Func<Socket, CancellationToken, Task> serve, CancellationToken stop)
    {
        while (!stop.IsCancellationRequested)
        {
            var hasPlace = false;
            try
            {
                await Places.WaitAsync(stop);
                hasPlace = true;
                _ = ServeAsync(await listener.AcceptAsync(stop), serve, stop);
            }
            catch (Exception exception) when (exception is SocketException or OperationCanceledException)
            {
                // The visitor is gone already, there is no handle for it, or it is the end.
                _ = hasPlace ? Places.Release() : 0;
                await Task.Delay(Pause, CancellationToken.None);
            }
        }
    }

    private static async Task ServeAsync(Socket socket, Func<Socket, CancellationToken, Task> serve, CancellationToken stop)
    {
        using (socket)
        {
            try
            {
                socket.NoDelay = true;
                await serve(socket, stop);
            }
            catch (Exception exception)
                when (exception is SocketException or IOException or OperationCanceledException
                    or System.Security.Authentication.AuthenticationException or ObjectDisposedException)
            {
                // Visitors come and go as they like.
            }
            finally
            {
                Places.Release();
            }
        }
    }
}
