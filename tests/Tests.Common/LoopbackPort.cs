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

    /// <summary>One that was free together with others that lie at known distances.</summary>
    public static int FindFree(IReadOnlyList<int> distances)
    {
        while (true)
        {
            // Below those that the system gives to connections, which come and go.
            var port = Random.Shared.Next(10_000, 32_000);
            if (distances.All(distance => IsFree(port + distance)))
            {
                return port;
            }
        }
    }

    private static bool IsFree(int port)
    {
        using var listener = new TcpListener(IPAddress.Loopback, port);
        try
        {
            listener.Start();
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }
}
