using System.Net;
using System.Net.Sockets;

namespace Load.Machine;

internal static class FreePorts
{
    /// <summary>
    /// One sequence for the process, so that no two callers draw one port before either listens there; labs that run beside each
    /// other draw different ones.
    /// </summary>
    private static readonly Random Candidates = new(Environment.ProcessId);

    /// <returns>Different ports on loopback that are free at the moment.</returns>
    public static int[] Take(int count)
    {
        var ports = new HashSet<int>();
        while (ports.Count < count)
        {
            ports.Add(Find([0]));
        }

        return [.. ports];
    }

    /// <returns>A port on loopback that is free at the moment, together with the ports at the given distances from it.</returns>
    public static int Find(IReadOnlyList<int> distances)
    {
        while (true)
        {
            var port = Draw();
            if (distances.All(distance => IsFree(port + distance)))
            {
                return port;
            }
        }
    }

    /// <summary>
    /// Lower than the ports that outgoing connections get (32768 and above on Linux, 49152 by RFC 6335), which come and go, and
    /// higher than those that tests draw, which run in one process with the lab.
    /// </summary>
    private static int Draw()
    {
        lock (Candidates)
        {
            return Candidates.Next(21_000, 32_000);
        }
    }

    private static bool IsFree(int port)
    {
        using var listener = new TcpListener(IPAddress.Loopback, port);
        using var receiver = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
        try
        {
            listener.Start();
            receiver.Bind(new IPEndPoint(IPAddress.Loopback, port));
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }
}
