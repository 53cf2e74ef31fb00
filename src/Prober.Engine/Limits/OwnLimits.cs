using System.Net.Sockets;

namespace Prober.Engine.Limits;

/// <summary>The handles and ports that one more connection takes of this process and its machine.</summary>
public static class OwnLimits
{
    public const string NoHandle = "This process may open no more handles (see ulimit -n).";
    public const string NoPort = "This machine has no local port left (see net.ipv4.ip_local_port_range).";

    /// <returns>What is used up, as a sentence for a person; null when the error means something else.</returns>
    public static string? UsedUp(SocketError error) => error switch
    {
        SocketError.TooManyOpenSockets => NoHandle,
        SocketError.AddressNotAvailable or SocketError.AddressAlreadyInUse => NoPort,
        SocketError.NoBufferSpaceAvailable => "This machine has no buffer left for another connection.",
        _ => null,
    };

    /// <inheritdoc cref="UsedUp(SocketError)"/>
    /// <param name="exception">A socket's, or one that came of it.</param>
    public static string? UsedUp(Exception exception) =>
        (exception as SocketException ?? exception.InnerException as SocketException) is { } socket ? UsedUp(socket.SocketErrorCode) : null;

    /// <summary>Whether this process can open another handle now: without one, no failure says anything about a target.</summary>
    public static bool HasHandle()
    {
        try
        {
            using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
            return true;
        }
        catch (SocketException exception)
        {
            return exception.SocketErrorCode != SocketError.TooManyOpenSockets;
        }
    }
}
