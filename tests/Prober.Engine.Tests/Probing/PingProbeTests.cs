using Prober.Engine.Probing;
using Prober.Engine.Probing.Ping;

namespace Prober.Engine.Tests.Probing;

public sealed class PingProbeTests
{
    [Fact]
    public async Task Probe_ThisMachine_Answers()
    {
        Assert.SkipUnless(PingAbility.Find() == PingWay.Socket, "This process may open no socket of ICMP.");

        var result = await Probes.RunAsync(new PingProbe("localhost", count: 2));

        result.Failure.ShouldBe(FailureClass.None, result.Message);
        result.Address.ShouldNotBeNull();
    }

    [Fact]
    public async Task Probe_NameThatNobodyCanResolve_IsNoEvidence() =>
        (await Probes.RunAsync(new PingProbe("none.test"))).Failure.ShouldBe(FailureClass.Resolver);
}
