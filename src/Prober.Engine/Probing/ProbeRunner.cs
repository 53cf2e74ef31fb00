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
            var (failure, message) = ProbeFaults.Classify(exception, result.Address);
            result.Fail(failure, message);
        }

        if (call.IsOver && !result.IsGood && result.Failure.IsEvidence())
        {
            // Checked first: the closed socket may have caused any exception in the probe.
            result.Fail(FailureClass.Timeout, $"No result within {call.Timeout.TotalSeconds:0.###} s.");
        }

        if (result.IsStale && !result.IsGood && result.Failure.IsEvidence())
        {
            result.Fail(FailureClass.Resolver, $"The address is from an old answer, because no name server could tell since: {result.Message}");
        }

        result.Duration = result.Reported ?? call.Elapsed;
        return result;
    }
}
