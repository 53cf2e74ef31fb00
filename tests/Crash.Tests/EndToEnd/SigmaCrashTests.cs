using Load.Machine;

namespace Crash.Tests.EndToEnd;

/// <summary>Alerts that are read committed are those of an undisturbed run; .ci/nightly goes on for longer.</summary>
[Trait("Category", "EndToEnd")]
public sealed class SigmaCrashTests
{
    [Theory]
    [InlineData("kill")]
    [InlineData("rebalance")]
    [InlineData("freeze")]
    [Trait("Category", "Nightly")]
    public async Task Crash_InstancesOnABroker_AlertOnceEach(string fault)
    {
        var script = SharedData.SkipUnlessPresent("services", "services");
        using var lab = new LabProcess(
            "crash", "--system", "sigma", "--fault", fault, "--rounds", "3", "--submitters", "4", "--seed", "7", "--servers", script);

        (await lab.ExitAsync(TimeSpan.FromMinutes(20))).ShouldBe(LabExitCode.Success, lab.Output);

        lab.Output.ShouldContain($"[3/3] {fault} kafka");
    }
}
