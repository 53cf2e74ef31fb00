using Prober.Engine.Probing;

namespace Prober.Features.Configuration;

/// <summary>
/// Stands for a target that cannot be probed, because a file that it names is missing: EaseProbe leaves such a target out, here it is
/// unknown with the reason.
/// </summary>
internal sealed class UnreadyProbe(IProbe probe, string reason) : IProbe
{
    public string Kind => probe.Kind;

    public string Endpoint => probe.Endpoint;

    public string Destination => probe.Destination;

    public Task<ProbeResult> ProbeAsync(ProbeCall call) => Task.FromResult(
        call.Result.Fail(FailureClass.Setup, $"It cannot be probed: {reason}. Mend that, and send the prober SIGHUP."));
}
