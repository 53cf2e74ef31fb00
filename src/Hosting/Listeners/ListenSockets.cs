using System.Net;
using System.Net.Sockets;
using Hosting.Settings;
using Microsoft.AspNetCore.Server.Kestrel.Transport.Sockets;

namespace Hosting.Listeners;

/// <summary>
/// Opens the listening sockets. Kestrel has its own message for a port that is taken; every other error of the system for an address or a
/// port is a mistake in the configuration too, and not a bug.
/// </summary>
internal static class ListenSockets
{
    /// <exception cref="IOException">The machine lacks the address, or the port needs rights; the message says what to change.</exception>
    public static Socket Bind(EndPoint endpoint, HostDescription host)
    {
        try
        {
            return SocketTransportOptions.CreateDefaultBoundListenSocket(endpoint);
        }
        catch (SocketException refused) when (refused.SocketErrorCode != SocketError.AddressAlreadyInUse)
        {
            throw new IOException(
                $"Failed to bind to address {endpoint}: {refused.Message.TrimEnd('.')}. "
                    + $"It comes from {host.Key(nameof(HostSettings.Address))} and the settings of the ports.",
                refused);
        }
    }
}
