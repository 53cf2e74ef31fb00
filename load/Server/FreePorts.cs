using System.Net;
using System.Net.Sockets;

namespace Load.Server;

internal static class FreePorts
{
    /// <returns>Ports on loopback that nobody listens on at the moment, all different.</returns>
    public static int[] Take(int count)
    {
        var listeners = Enumerable.Range(0, count).Select(_ => new TcpListener(IPAddress.Loopback, 0)).ToArray();
        try
        {
            foreach (var listener in listeners)
            {
                listener.Start();
            }

            return [.. listeners.Select(listener => ((IPEndPoint)listener.LocalEndpoint).Port)];
        }
        finally
        {
            foreach (var listener in listeners)
            {
                listener.Dispose();
            }
        }
    }

    /// <summary>Whether nobody listens there on loopback at the moment.</summary>
    public static bool IsFree(int port)
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
