using Load.Machine;

namespace Load.Tests.Machine;

public sealed class PowerPlanTests
{
    [Theory]
    [InlineData("performance", "acpi-cpufreq", null, false)]
    [InlineData("powersave", "acpi-cpufreq", null, true)]
    [InlineData("conservative", "acpi-cpufreq", null, true)]
    [InlineData("powersave", "intel_pstate", "balance_performance", false)]
    [InlineData("powersave", "intel_pstate", "power", true)]
    [InlineData("powersave", "amd-pstate-epp", "balance_power", true)]
    [InlineData("schedutil", "cppc_cpufreq", null, false)]
    [InlineData(null, null, null, false)]
    public void SavingIn_FilesOfLinux_AreJudged(string? governor, string? driver, string? preference, bool saves) =>
        (PowerPlan.SavingIn(name => name switch
        {
            "scaling_governor" => governor,
            "scaling_driver" => driver,
            _ => preference,
        }) is not null).ShouldBe(saves);
}
