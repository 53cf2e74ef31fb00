using System.Net;
using System.Net.Sockets;
using Microsoft.AspNetCore.Server.Kestrel.Transport.Sockets;

namespace Journal.Features.Tcp;

/// <summary>
/// Because silence between two messages is allowed, a sender that disappeared would keep its place for ever: probes that it does not answer
/// end its connection.
/// </summary>
internal static class KeepAlive
{
    private const int SilentSeconds = 60;
    private const int SecondsBetweenProbes = 10;
    private const int Probes = 6;

    /// <summary>Accepted sockets inherit the options of the listening one.</summary>
    public static void Add(SocketTransportOptions sockets)
    {
        var create = sockets.CreateBoundListenSocket;
        sockets.CreateBoundListenSocket = endpoint =>
        {
            var socket = create(endpoint);
            if (endpoint is IPEndPoint)
            {
                Probe(socket);
            }

            return socket;
        };
    }

    private static void Probe(Socket socket)
    {
        socket.SetSocketOption(SocketOptionLevel.Socket, SocketOptionName.KeepAlive, true);
        socket.SetSocketOption(SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveTime, SilentSeconds);
        socket.SetSocketOption(SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveInterval, SecondsBetweenProbes);
        socket.SetSocketOption(SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveRetryCount, Probes);
    }
}
