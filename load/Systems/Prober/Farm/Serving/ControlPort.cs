using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Farm.Serving;

/// <summary>
/// Tells the lab what was counted, on a thread of its own: the pool may have thousands of handshakes to make before it comes to a question.
/// </summary>
internal static class ControlPort
{
    private const int MaxWait = 2000; // milliseconds for one question
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(20);

    public static void Open(int port, Func<string> text, CancellationToken stop)
    {
        var listener = new TcpListener(IPAddress.Loopback, port);
        listener.Server.SetSocketOption(SocketOptionLevel.Socket, SocketOptionName.ReuseAddress, true);
        listener.Start();
        stop.Register(listener.Stop);
        var thread = new Thread(() => Serve(listener, text, stop))
        {
            IsBackground = true,
            Name = "control",
            Priority = ThreadPriority.AboveNormal,
        };
        thread.Start();
    }

    private static void Serve(TcpListener listener, Func<string> text, CancellationToken stop)
    {
        while (!stop.IsCancellationRequested)
        {
            try
            {
                using var socket = listener.AcceptSocket();
                Tell(socket, text());
            }
            catch (Exception exception) when (exception is SocketException or ObjectDisposedException or InvalidOperationException)
            {
                stop.WaitHandle.WaitOne(Pause); // no handle is free, or the lab has left
            }
        }
    }

    private static void Tell(Socket socket, string text)
    {
        (socket.ReceiveTimeout, socket.SendTimeout) = (MaxWait, MaxWait);
        socket.Receive(new byte[4096]);
        socket.Send(Encoding.ASCII.GetBytes($"HTTP/1.1 200 OK\r\nContent-Length: {text.Length}\r\nConnection: close\r\n\r\n{text}"));
        socket.Shutdown(SocketShutdown.Send);
        socket.Receive(new byte[1]);
    }
}
