using System.Net;
using System.Net.Sockets;

namespace Tests.Common;

/// <summary>For what cannot be told to listen on port 0 and say which it got. Whatever can, should.</summary>
public static class LoopbackPort
{
    /// <summary>A TCP port of 127.0.0.1 that was free a moment ago.</summary>
    public static int FindFree()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }
}
