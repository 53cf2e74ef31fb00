using System.Net;
using System.Net.Sockets;
using Hosting.Settings;
using Microsoft.AspNetCore.Server.Kestrel.Transport.Sockets;

namespace Hosting.Listeners;

/// <summary>
/// Opens the listening sockets. Every error of the system for an address or a port is a mistake in the configuration, and not a bug: the
/// message names the settings that they come from.
/// </summary>
internal static class ListenSockets
{
    /// <param name="endpoint">To bind.</param>
    /// <param name="host">Names the settings.</param>
    /// <param name="portKey">The key of the setting that the port comes from; null if it comes from no listener.</param>
    /// <exception cref="IOException">
    /// The port is taken or needs rights, or the machine lacks the address; the message says what to change.
    /// </exception>
    public static Socket Bind(EndPoint endpoint, HostDescription host, string? portKey)
    {
        try
        {
            return SocketTransportOptions.CreateDefaultBoundListenSocket(endpoint);
        }
        catch (SocketException refused)
        {
            var port = portKey is null ? "the settings of the ports" : host.Key(portKey);
            throw new IOException(
                refused.SocketErrorCode == SocketError.AddressAlreadyInUse
                    ? $"Failed to bind to address {endpoint}: address already in use. "
                        + $"Another program listens there: end it, or change {port}."
                    : $"Failed to bind to address {endpoint}: {refused.Message.TrimEnd('.')}. "
                        + $"It comes from {host.Key(nameof(HostSettings.Address))} and {port}.",
                refused);
        }
    }
}
