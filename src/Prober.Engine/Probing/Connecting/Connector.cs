using System.Net;
using System.Net.Sockets;
using Prober.Engine.Networking;

namespace Prober.Engine.Probing.Connecting;

/// <summary>From a name to a connection; both steps are timed.</summary>
internal static class Connector
{
    private const int MaxAddresses = 3;

    /// <summary>Host and port as one text.</summary>
    public static string NameOf(string host, int port) => host.Contains(':') ? $"[{host}]:{port}" : $"{host}:{port}";

    /// <summary>Connects, lets the caller use the connection, and closes it.</summary>
    /// <param name="closesPlainly">
    /// True closes in the ordinary way, false by a reset, which leaves no TIME_WAIT. A probe that has its answer has nothing under way that
    /// a reset could destroy.
    /// </param>
    /// <param name="proxy">One of <c>http</c> or <c>socks5</c>; null for none.</param>
    /// <returns>The call's result.</returns>
    public static async Task<ProbeResult> UseAsync(
        string host, int port, ProbeCall call, Func<Socket, ProbeCall, Task> use, bool closesPlainly = false, Uri? proxy = null)
    {
        var connecting = proxy is null ? ConnectAsync(host, port, call)
            : proxy.Scheme == Uri.UriSchemeHttp ? HttpConnect.ConnectAsync(proxy, host, port, call)
            : Socks5.ConnectAsync(proxy, host, port, call);
        if (await connecting is not { } socket)
        {
            return call.Result;
        }

        try
        {
            await use(socket, call);
            return call.Result;
        }
        finally
        {
            call.Detach();
            if (closesPlainly)
            {
                socket.Dispose();
            }
            else
            {
                PoliteClosing.Abort(socket);
            }
        }
    }

    /// <returns>Null when it failed: the result says why.</returns>
    /// <exception cref="SocketException">The last address did not accept the connection.</exception>
    public static async ValueTask<Socket?> ConnectAsync(string host, int port, ProbeCall call)
    {
        var result = call.Result;
        var addresses = await ResolveAsync(host, call);
        if (addresses.Length == 0)
        {
            return null;
        }

        var start = call.Elapsed;
        try
        {
            return await ConnectAsync(addresses, port, call);
        }
        catch (SocketException exception)
            when (!call.IsOver && ProbeFaults.Classify(exception, call.Result.Address, call.Source).Failure == FailureClass.Route)
        {
            if (await OtherAsync(host, call.Result.Address!, call) is not { } others)
            {
                throw;
            }

            return await ConnectAsync(others, port, call);
        }
        finally
        {
            result.Connecting += call.Elapsed - start;
        }
    }

    /// <param name="host">A name or an address.</param>
    /// <returns>Empty when it failed: the result says why.</returns>
    public static async ValueTask<IPAddress[]> ResolveAsync(string host, ProbeCall call)
    {
        if (IPAddress.TryParse(host, out var literal))
        {
            if (call.Family == AddressFamily.Unspecified || literal.AddressFamily == call.Family)
            {
                return [literal];
            }

            call.Result.Fail(FailureClass.Dns, $"{host} is no address of {NameOf(call.Family)}.");
            return [];
        }

        var start = call.Elapsed;
        Resolution resolution;
        try
        {
            // Most names are cached, so the objects for a wait are created only if there is one.
            var asking = call.Network.Resolver.ResolveAsync(host, call.AlwaysResolves, call.Family);
            resolution = asking.IsCompletedSuccessfully ? asking.Result : await asking.AsTask().WaitAsync(call.Token);
        }
        catch (OperationCanceledException) when (call.IsOver)
        {
            resolution = Resolution.Unknown("no name server answered in time");
        }

        call.Result.Resolving += call.Elapsed - start;
        call.Result.IsStale |= resolution.IsStale;
        _ = resolution.Status switch
        {
            ResolutionStatus.Found => call.Result,
            ResolutionStatus.NoSuchName => call.Result.Fail(
                FailureClass.Dns,
                call.Family == AddressFamily.Unspecified ? $"{host} has no address." : $"{host} has no address of {NameOf(call.Family)}."),
            _ => call.Result.Fail(FailureClass.Resolver, $"No name server could tell the address of {host}: {resolution.Reason}."),
        };
        return resolution.Addresses;
    }

    private static string NameOf(AddressFamily family) => family == AddressFamily.InterNetworkV6 ? "IPv6" : "IPv4";

    /// <summary>A machine may have IPv6 alone, and a name addresses of both families.</summary>
    /// <param name="address">One of the host's, to which this machine has no route.</param>
    /// <returns>The addresses of IPv6; null when there are none, or they may not be used.</returns>
    public static async ValueTask<IPAddress[]?> OtherAsync(string host, IPAddress address, ProbeCall call)
    {
        if (call.Family != AddressFamily.Unspecified || address.AddressFamily != AddressFamily.InterNetwork
            || IPAddress.TryParse(host, out _))
        {
            return null;
        }

        var other = await call.Network.Resolver.ResolveAsync(host, call.AlwaysResolves, AddressFamily.InterNetworkV6);
        return other.Addresses.Length > 0 ? other.Addresses : null;
    }

    private static async ValueTask<Socket> ConnectAsync(IPAddress[] addresses, int port, ProbeCall call)
    {
        for (var i = 0; ; i++)
        {
            var socket = new Socket(addresses[i].AddressFamily, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
            call.Result.Address = addresses[i];
            call.Awaits = "the connection";
            call.Attach(socket);
            try
            {
                socket.BindTo(call.Source);
                await socket.ConnectAsync(new IPEndPoint(addresses[i], port));
                call.Awaits = "an answer";
                return socket;
            }
            catch (SocketException) when (!call.IsOver && i + 1 < Math.Min(addresses.Length, MaxAddresses))
            {
                socket.Dispose();
            }
            catch
            {
                socket.Dispose();
                throw;
            }
        }
    }
}
