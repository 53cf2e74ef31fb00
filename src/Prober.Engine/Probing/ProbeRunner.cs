using Prober.Engine.Limits;
using Prober.Engine.Networking;

namespace Prober.Engine.Probing;

/// <summary>Runs a probe, and turns exceptions into results.</summary>
public static class ProbeRunner
{
    /// <summary>A failure is no evidence when the prober's own side took more than this part of the time-out.</summary>
    internal const int OwnShare = 10;

    static ProbeRunner() => ProbeFaults.Prepare();

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
            var (failure, message) = ProbeFaults.Classify(exception, result.Address, call.Source);
            result.Fail(failure, failure is FailureClass.Reset or FailureClass.Timeout ? WithWait(message, call) : message);
        }

        if (call.IsOver && !result.IsGood && result.Failure.IsEvidence())
        {
            // The closed socket may have caused any exception in the probe.
            _ = call.Proxy is { } proxy && !call.Network.Proxies.HasAnswered(proxy, call.Elapsed) ? result.Fail(
                FailureClass.Proxy,
                $"The proxy {proxy.Host}:{proxy.Port} said nothing within {call.Timeout.TotalSeconds:0.###} s, to no probe: it is silent, "
                    + "or what is behind it.")
                : result.Fail(FailureClass.Timeout, WithWait($"No result within {call.Timeout.TotalSeconds:0.###} s.", call));
        }

        if (!result.IsGood && result.Failure.IsEvidence() && !OwnLimits.HasHandle())
        {
            // Clients, TLS and .NET itself tell in their own ways, or not at all, that they could open nothing.
            result.Fail(FailureClass.Limit, $"{OwnLimits.NoHandle} So this is no evidence: {result.Message}");
        }

        if (result.IsStale && !result.IsGood && result.Failure.IsEvidence())
        {
            result.Fail(
                FailureClass.Resolver, $"The address is from an old answer, because no name server could tell since: {result.Message}");
        }

        if (call.IsOver && result.Failure == FailureClass.Timeout && result.Resolving > call.Timeout / OwnShare)
        {
            result.Fail(
                FailureClass.Resolver,
                $"The name was resolved only after {result.Resolving.TotalSeconds:0.0} s, so this is no evidence: {result.Message}");
        }

        (result.Duration, result.Timeout) = (result.Reported ?? call.Elapsed, call.Timeout);
        return result;
    }

    /// <summary>The step at which a server falls silent tells which part of it to look at.</summary>
    private static string WithWait(string message, ProbeCall call) =>
        call.Awaits is { } wanted ? $"{message.TrimEnd('.')}: it waited for {wanted}." : message;
}
