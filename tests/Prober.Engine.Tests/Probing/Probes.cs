using Prober.Engine.Networking;
using Prober.Engine.Networking.Naming;
using Prober.Engine.Probing;

namespace Prober.Engine.Tests.Probing;

/// <summary>Runs one probe as the engine does.</summary>
internal static class Probes
{
    public static ProbeNetwork Network { get; } = new(new CachingResolver(new(), TimeProvider.System), TimeProvider.System);

    /// <param name="probe">Ends by what the target does; the time-out is there for a test that fails.</param>
    public static Task<ProbeResult> RunAsync(IProbe probe) =>
        ProbeRunner.RunAsync(probe, new(Network, startedAt: 0, Deadline.Default)).Within();

    public static Task<ProbeResult> RunAsync(IProbe probe, IResolver resolver) => RunAsync(probe, resolver, TimeProvider.System);

    public static Task<ProbeResult> RunAsync(IProbe probe, IResolver resolver, TimeProvider time) =>
        ProbeRunner.RunAsync(probe, new(new(resolver, time), startedAt: 0, Deadline.Default)).Within();

    /// <summary>The time-out comes when the server says so: what the probe would wait for never comes.</summary>
    public static async Task<ProbeResult> TimeOutAsync(IProbe probe, Task when)
    {
        var call = new ProbeCall(Network, startedAt: 0, TimeSpan.FromSeconds(5));
        var running = ProbeRunner.RunAsync(probe, call);
        await when.Within();
        running.IsCompleted.ShouldBeFalse();
        call.End();
        return await running.Within();
    }
}
