using System.Net;
using System.Net.Sockets;

namespace Prober.Engine.Networking;

/// <summary>The address of this machine from which a socket connects.</summary>
internal static class SourceAddress
{
    /// <param name="source">Null for the one that the machine's routes choose.</param>
    /// <exception cref="SocketException">This machine does not have the address, or has no port left there.</exception>
    public static void BindTo(this Socket socket, IPAddress? source)
    {
        if (source is not null)
        {
            socket.Bind(new IPEndPoint(source, 0));
        }
    }
}
