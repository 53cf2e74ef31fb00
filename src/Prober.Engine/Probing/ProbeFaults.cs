using System.ComponentModel;
using System.Net;
using System.Net.NetworkInformation;
using System.Net.Sockets;
using System.Security.Authentication;
using Prober.Engine.Limits;
using Prober.Engine.Networking;
using Prober.Engine.Probing.Securing;

namespace Prober.Engine.Probing;

/// <summary>What an exception of a probe means: whether it is the target's fault, or that of the prober's own side.</summary>
internal static class ProbeFaults
{
    private const int DiscardPort = 9;
    private const int MaxShown = 200;

    /// <summary>Network and TLS exceptions concern the target; any other exception is a bug, and is shown as one.</summary>
    /// <param name="address">The address that the probe used last; null for none.</param>
    /// <param name="source">The address of this machine from which it has to connect; null for the one that its routes choose.</param>
    public static (FailureClass Failure, string Message) Classify(
        Exception exception, IPAddress? address, IPAddress? source = null) => exception switch
        {
            SocketException socket => Classify(socket.SocketErrorCode, address, source),
            IOException { InnerException: SocketException socket } => Classify(socket.SocketErrorCode, address, source),
            PingException { InnerException: SocketException socket } => Classify(socket.SocketErrorCode, address, source),
            PingException { InnerException: Win32Exception } => (FailureClass.Limit, "This machine cannot start another ping."),
            PlatformNotSupportedException =>
                (FailureClass.Limit, $"This machine does not support such a probe: {OneLine.Of(exception.Message, MaxShown)}"),
            OutOfMemoryException => (FailureClass.Limit, "This machine has no memory left."),
            FileNotFoundException or FileLoadException or TypeLoadException or TypeInitializationException => // .NET, without a handle
                (FailureClass.Limit, $"The prober could not load a part of itself: {exception.GetType().Name}."),
            AuthenticationException => (FailureClass.Tls, TlsWords.Of(exception)),
            IOException when TlsWords.HasAlert(exception) => (FailureClass.Tls, TlsWords.Of(exception)),
            IOException => (FailureClass.Reset, "The connection was lost."),
            OperationCanceledException or ObjectDisposedException or TimeoutException => (FailureClass.Timeout, "No result in time."),
            _ => (FailureClass.Protocol, $"The probe failed unexpectedly: {exception.GetType().Name}."),
        };

    /// <summary>
    /// Loads what a failure needs to be told: without a free handle .NET could not load it any more, and exactly then it is needed.
    /// </summary>
    public static void Prepare() => _ = Classify(new SocketException((int)SocketError.TooManyOpenSockets), IPAddress.Loopback);

    private static (FailureClass Failure, string Message) Classify(
        SocketError error, IPAddress? address, IPAddress? source) => error switch
        {
            SocketError.ConnectionRefused => (FailureClass.Refused, "The connection was refused."),
            SocketError.ConnectionReset or SocketError.ConnectionAborted or SocketError.Shutdown =>
                (FailureClass.Reset, "The connection was lost."),
            SocketError.TimedOut or SocketError.OperationAborted or SocketError.Interrupted => (FailureClass.Timeout, "No result in time."),
            SocketError.AddressNotAvailable when address is not null && !HasRoute(address, source) => // IPv6 may be switched off
                NoRoute(address, source),
            _ when OwnLimits.UsedUp(error) is { } usedUp => (FailureClass.Limit, usedUp),
            SocketError.NetworkDown => (FailureClass.Route, "The network of this machine is down."),
            SocketError.AccessDenied => (FailureClass.Route, "This machine, or its firewall, does not allow the connection."),
            SocketError.AddressFamilyNotSupported or SocketError.ProtocolNotSupported or SocketError.ProtocolFamilyNotSupported =>
                (FailureClass.Route, "This machine does not support addresses of this family."),
            _ when address is not null && !HasRoute(address, source) => NoRoute(address, source),
            SocketError.HostUnreachable =>
                (FailureClass.Unreachable, "The target cannot be reached: nothing answers at its address, or a router has no way to it."),
            SocketError.NetworkUnreachable =>
                (FailureClass.Unreachable, "The target cannot be reached: a router has no way to its network."),
            _ => (FailureClass.Unreachable, $"The target cannot be reached: {error}."),
        };

    private static (FailureClass Failure, string Message) NoRoute(IPAddress address, IPAddress? source) => (
        FailureClass.Route,
        source is null ? $"This machine has no route to {address}."
            : $"This machine has no route to {address} from {source}, or {source} is no address of it.");

    /// <summary>Whether this machine knows a way: connecting a UDP socket sends nothing, it only looks the route up.</summary>
    /// <param name="source">The address of this machine from which the way has to begin; null for any.</param>
    public static bool HasRoute(IPAddress address, IPAddress? source = null)
    {
        try
        {
            using var socket = new Socket(address.AddressFamily, SocketType.Dgram, ProtocolType.Udp);
            socket.BindTo(source);
            socket.Connect(address, DiscardPort);
            return true;
        }
        catch (SocketException exception)
        {
            // A socket that cannot be had, or gets no port (EAGAIN), says nothing about routes.
            return exception.SocketErrorCode is SocketError.TooManyOpenSockets or SocketError.NoBufferSpaceAvailable
                or SocketError.WouldBlock or SocketError.TryAgain;
        }
    }
}
