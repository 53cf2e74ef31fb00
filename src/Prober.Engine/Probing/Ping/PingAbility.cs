using System.Net.Sockets;

namespace Prober.Engine.Probing.Ping;

/// <summary>How this process can send echo requests.</summary>
public enum PingWay
{
    /// <summary>Through a socket of its own.</summary>
    Socket,

    /// <summary>By starting the system's <c>ping</c>, a process for each request.</summary>
    Program,
}

public static class PingAbility
{
    /// <summary>So many targets may be pinged where each request is a process.</summary>
    public const int MaxTargetsByProgram = 100;

    public static PingWay Find() =>
        OperatingSystem.IsWindows() || CanOpen(SocketType.Raw) || CanOpen(SocketType.Dgram) ? PingWay.Socket : PingWay.Program;

    private static bool CanOpen(SocketType type)
    {
        try
        {
            using var socket = new Socket(AddressFamily.InterNetwork, type, ProtocolType.Icmp);
            return true;
        }
        catch (SocketException)
        {
            return false; // Without the privilege, or outside of the group's range.
        }
    }
}
