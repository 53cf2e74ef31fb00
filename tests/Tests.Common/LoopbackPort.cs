using System.Net;
using System.Net.Sockets;

namespace Tests.Common;

/// <summary>Finds ports for programs that cannot listen on port 0 and tell which port they got.</summary>
public static class LoopbackPort
{
    /// <summary>Tests of several processes look for ports at the same time: each process tries others.</summary>
    private static readonly Random Candidates = new(Environment.ProcessId);

    /// <summary>Returns a TCP port of 127.0.0.1 that was free a moment ago.</summary>
    public static int FindFree() => FindFree([0]);

    /// <summary>Returns a port that was free a moment ago, together with the ports at the given distances from it.</summary>
    public static int FindFree(IReadOnlyList<int> distances)
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
    /// Lower than the ports that the system gives to outgoing connections, which come and go, and than those that the lab draws: a
    /// service that it kills leaves its port for a moment and comes back to it.
    /// </summary>
    private static int Draw()
    {
        lock (Candidates)
        {
            return Candidates.Next(10_000, 20_800);
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
