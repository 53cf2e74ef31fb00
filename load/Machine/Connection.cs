using System.Net;
using System.Net.Sockets;

namespace Load.Machine;

/// <summary>A connection to the service, its bytes counted.</summary>
internal static class Connection
{
    public static async ValueTask<Stream> OpenAsync(DnsEndPoint service, WireCounter wire, CancellationToken cancellationToken)
    {
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        try
        {
            await socket.ConnectAsync(service, cancellationToken);
            return new CountingStream(new NetworkStream(socket, ownsSocket: true), wire);
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }
}
