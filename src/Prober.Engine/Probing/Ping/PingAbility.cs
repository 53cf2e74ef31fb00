using System.Net.Sockets;

namespace Prober.Engine.Probing.Ping;

/// <summary>How this process can send echo requests.</summary>
public enum PingWay
{
    /// <summary>Through its own socket.</summary>
    Socket,

    /// <summary>By starting the system's <c>ping</c>, a process for each request.</summary>
    Program,
}

public static class PingAbility
{
    /// <summary>So many targets may be pinged if each request is a process.</summary>
    public const int MaxTargetsByProgram = 100;

    /// <summary>On Linux .NET uses only raw sockets: <c>ping_group_range</c> has no effect on it.</summary>
    public static PingWay Find() =>
        OperatingSystem.IsWindows() || OperatingSystem.IsMacOS() || CanOpenRaw() ? PingWay.Socket : PingWay.Program;

    private static bool CanOpenRaw()
    {
        try
        {
            using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Raw, ProtocolType.Icmp);
            return true;
        }
        catch (SocketException)
        {
            return false; // without the privilege
        }
    }
}
