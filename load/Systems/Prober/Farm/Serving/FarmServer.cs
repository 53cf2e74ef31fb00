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

    public static async Task RunAsync(FarmPorts ports, CancellationToken stop)
    {
        var counts = new FarmCounts();
        var visitors = new Visitors(new FarmCertificates(ports.Folder), counts);
        ControlPort.Open(ports.Control, counts.Text, stop);
        Task[] all =
        [
            AcceptAsync(ports.Http, visitors.HttpAsync, stop),
            AcceptAsync(ports.Https, visitors.HttpsAsync, stop),
            AcceptAsync(ports.Tcp, visitors.TcpAsync, stop),
            NameServer.RunAsync(ports.Dns, counts, stop),
        ];
        await Task.WhenAll(all);
    }

    /// <summary>Visitors beyond the handles of this process wait in the listener's queue.</summary>
    private static async Task AcceptAsync(int port, Func<Socket, CancellationToken, Task> serve, CancellationToken stop)
    {
        using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.SetSocketOption(SocketOptionLevel.Socket, SocketOptionName.ReuseAddress, true);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, port));
        listener.Listen(4096);
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
