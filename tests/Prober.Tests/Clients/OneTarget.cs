using Prober.Engine.Networking;
using Prober.Engine.Networking.Naming;
using Prober.Engine.Probing;
using Prober.Features.Configuration;

namespace Prober.Tests.Clients;

/// <summary>Probes the only target of a file once.</summary>
internal static class OneTarget
{
    private static readonly ProbeNetwork Network = new(new CachingResolver(new(), TimeProvider.System), TimeProvider.System);

    public static async Task<ProbeResult> ProbeAsync(ProbesFile file)
    {
        file.Problems.ShouldBeEmpty();
        var target = file.Targets.ShouldHaveSingleItem();
        return await ProbeRunner.RunAsync(
            target.Probe, Network, target.Timeout, alwaysResolves: false, TestContext.Current.CancellationToken).Within();
    }
}
