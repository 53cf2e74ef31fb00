using Load.Machine;
using Load.Systems.Analyzer.Suites;

namespace Load.Tests.Machine;

/// <summary>What a row needs beyond processors is looked at before it is tried, and the message says what to type.</summary>
public sealed class MachineLimitsTests
{
    private static readonly MachineLimits Small = new(1024, 28_232, TimeSpan.FromSeconds(60), 1_000_000_000);

    [Fact]
    public void ObstacleTo_Handles_SaysWhatToType() =>
        Small.ObstacleTo(new() { Handles = 2000 })!.ShouldContain(
            "about 2,300 handles in a process and may have 1,024: type `ulimit -n 2300`");

    [Fact]
    public void ObstacleTo_Ports_SaysWhatToType()
    {
        Small.ObstacleTo(new() { ConnectionsPerSecond = 500 })!.ShouldContain("sysctl net.ipv4.tcp_tw_reuse=2");
        Small.ObstacleTo(new() { ConnectionsPerSecond = 400 }).ShouldBeNull();
        var reusing = Small with { PortRest = TimeSpan.FromSeconds(1) };
        reusing.ObstacleTo(new() { ConnectionsPerSecond = 20_000 }).ShouldBeNull();
        reusing.ObstacleTo(new() { ConnectionsPerSecond = 30_000 })!.ShouldContain("ip_local_port_range=\"1024 65535\"");
    }

    [Fact]
    public void ObstacleTo_Memory_SaysWhatToDo() =>
        Small.ObstacleTo(new() { MemoryBytes = 2_000_000_000 })!.ShouldContain(
            "about 2GB of memory, and 1GB are free: stop other programs");

    [Fact]
    public void ObstacleTo_MachineThatDoesNotTell_LetsItBeTried()
    {
        var silent = new MachineLimits(null, null, TimeSpan.FromSeconds(60), null);

        silent.ObstacleTo(new() { Handles = int.MaxValue, ConnectionsPerSecond = 99_999, MemoryBytes = long.MaxValue }).ShouldBeNull();
    }

    [Fact]
    public void Files_OfLinux_AreRead()
    {
        MachineLimits.PortsIn("32768\t60999\n").ShouldBe(28_232);
        MachineLimits.FreeIn("MemTotal:  9 kB\nMemAvailable:   2048 kB\n").ShouldBe(2_097_152);
        MachineLimits.PortsIn(null).ShouldBeNull();
        MachineLimits.FreeIn("").ShouldBeNull();
    }

    [Fact]
    public void Feasible_RowBeyondTheMachine_IsSkippedByName()
    {
        var quick = QuickSuite.Create(new AnalyzerRequest());
        Load.Measuring.Case[] cases = [.. quick.Cases.Select((one, i) => one with { Needs = new() { Handles = i == 3 ? 5000 : 0 } })];

        var feasible = (quick with { Cases = cases }).Feasible(Small);

        feasible.Skipped.ShouldHaveSingleItem().Name.ShouldBe(cases[3].Name);
        feasible.Cases.Count.ShouldBe(cases.Length - 1);
        Should.Throw<LabException>(() => (quick with { Cases = [cases[3]] }).Feasible(Small)).Message.ShouldContain("ulimit -n 5300");
    }
}
