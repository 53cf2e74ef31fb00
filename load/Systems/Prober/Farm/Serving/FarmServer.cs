using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Farm.Serving;

/// <summary>The farm: listeners, name server, and a port that tells what was counted.</summary>
internal static class FarmServer
{
    public static async Task RunAsync(FarmPorts ports, CancellationToken stop)
    {
        var counts = new FarmCounts();
        var visitors = new Visitors(new FarmCertificates(ports.Folder), counts);
        Task[] all =
        [
            AcceptAsync(ports.Http, visitors.HttpAsync, stop),
            AcceptAsync(ports.Https, visitors.HttpsAsync, stop),
            AcceptAsync(ports.Tcp, visitors.TcpAsync, stop),
            AcceptAsync(ports.Control, (socket, token) => TellAsync(socket, counts, token), stop),
            NameServer.RunAsync(ports.Dns, counts, stop),
        ];
        await Task.WhenAll(all);
    }

    public static async Task AcceptAsync(int port, Func<Socket, CancellationToken, Task> serve, CancellationToken stop)
    {
        using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.SetSocketOption(SocketOptionLevel.Socket, SocketOptionName.ReuseAddress, true);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, port));
        listener.Listen(4096);
        while (!stop.IsCancellationRequested)
        {
            try
            {
                _ = ServeAsync(await listener.AcceptAsync(stop), serve, stop);
            }
            catch (Exception exception) when (exception is SocketException or OperationCanceledException)
            {
                // The visitor is gone already, there is no handle for it, or it is the end.
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
        }
    }

    private static async Task TellAsync(Socket socket, FarmCounts counts, CancellationToken stop)
    {
        await socket.ReceiveAsync(new byte[4096], stop);
        var text = counts.Text();
        await socket.SendAsync(
            Encoding.ASCII.GetBytes($"HTTP/1.1 200 OK\r\nContent-Length: {text.Length}\r\nConnection: close\r\n\r\n{text}"), stop);
        socket.Shutdown(SocketShutdown.Send);
        await socket.ReceiveAsync(new byte[1], stop);
    }
}
