using System.ComponentModel;
using System.Net.NetworkInformation;
using System.Net.Sockets;
using System.Security.Authentication;
using Prober.Engine.Networking;

namespace Prober.Engine.Probing;

/// <summary>Runs a probe, and turns exceptions into results.</summary>
public static class ProbeRunner
{
    /// <summary>Probes once, outside of any schedule.</summary>
    /// <param name="alwaysResolves">Whether to query the name servers instead of using the cache.</param>
    /// <param name="cancellationToken">Ends the probe, as its time-out does.</param>
    public static async Task<ProbeResult> RunAsync(
        IProbe probe, ProbeNetwork network, TimeSpan timeout, bool alwaysResolves, CancellationToken cancellationToken)
    {
        var call = new ProbeCall(network, network.Time.GetUtcNow().ToUnixTimeMilliseconds(), timeout, alwaysResolves);
        using var over = new CancellationTokenSource(timeout, network.Time);
        await using var atTimeout = over.Token.Register(call.End);
        await using var atEnd = cancellationToken.Register(call.End);
        return await RunAsync(probe, call);
    }

    internal static async Task<ProbeResult> RunAsync(IProbe probe, ProbeCall call)
    {
        var result = call.Result;
        try
        {
            await probe.ProbeAsync(call);
        }
        catch (Exception exception)
        {
            var (failure, message) = Classify(exception);
            result.Fail(failure, message);
        }

        if (call.IsOver && !result.IsGood && result.Failure.IsEvidence())
        {
            // Checked first: the closed socket may have caused any exception in the probe.
            result.Fail(FailureClass.Timeout, $"No result within {call.Timeout.TotalSeconds:0.###} s.");
        }

        result.Duration = call.Elapsed;
        return result;
    }

    /// <summary>Network and TLS exceptions concern the target; any other exception is a bug, and is shown as one.</summary>
    private static (FailureClass Failure, string Message) Classify(Exception exception) => exception switch
    {
        SocketException socket => Classify(socket.SocketErrorCode),
        IOException { InnerException: SocketException socket } => Classify(socket.SocketErrorCode),
        PingException { InnerException: SocketException socket } => Classify(socket.SocketErrorCode),
        PingException { InnerException: Win32Exception } => (FailureClass.Limit, "This machine cannot start another ping."),
        PlatformNotSupportedException => (FailureClass.Limit, "This machine does not support such a probe."),
        AuthenticationException => (FailureClass.Tls, "The TLS handshake failed."),
        IOException => (FailureClass.Reset, "The connection was lost."),
        OperationCanceledException or ObjectDisposedException => (FailureClass.Timeout, "No result in time."),
        _ => (FailureClass.Protocol, $"The probe failed unexpectedly: {exception.GetType().Name}."),
    };

    private static (FailureClass Failure, string Message) Classify(SocketError error) => error switch
    {
        SocketError.ConnectionRefused => (FailureClass.Refused, "The connection was refused."),
        SocketError.ConnectionReset or SocketError.ConnectionAborted or SocketError.Shutdown =>
            (FailureClass.Reset, "The connection was lost."),
        SocketError.TimedOut or SocketError.OperationAborted or SocketError.Interrupted => (FailureClass.Timeout, "No result in time."),
        SocketError.TooManyOpenSockets or SocketError.AddressNotAvailable or SocketError.NoBufferSpaceAvailable
            or SocketError.AddressAlreadyInUse => (FailureClass.Limit, "This machine has no handle or port left."),
        _ => (FailureClass.Unreachable, $"The target cannot be reached: {error}."),
    };
}
