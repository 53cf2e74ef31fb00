using Load.Machine;

namespace Load.Tests.Machine;

public sealed class MachineStrainTests
{
    [Fact]
    public void StolenIn_ProcStat_IsTheEighthColumn() =>
        MachineStrain.StolenIn(["cpu  10 0 20 300 5 0 1 250 0 0", "cpu0 1 2 3"]).ShouldBe(TimeSpan.FromSeconds(2.5));

    [Fact]
    public void SwappedIn_ProcVmstat_IsBothWays() => MachineStrain.SwappedIn(["pgfault 9", "pswpin 3", "pswpout 4"]).ShouldBe(7);

    [Fact]
    public void MegahertzIn_ProcCpuinfo_IsTheMean() =>
        MachineStrain.MegahertzIn(["cpu MHz\t\t: 2000.0", "model name : x", "cpu MHz\t\t: 3000.0"]).ShouldBe(2500);

    [Fact]
    public void Parse_NameWithBracketsAndBlanks_IsRead()
    {
        var process = ProcessTree.Parse("42 (a (b) c) S 7 1 1 0 -1 4 1 1 0 0 100 50 30 20 20 0 1 0").ShouldNotBeNull();

        process.ShouldBe(new ProcessTime(42, 7, "a (b) c", TimeSpan.FromSeconds(1.5), TimeSpan.FromSeconds(0.5)));
    }

    [Theory]
    [InlineData("")]
    [InlineData("42 (x) S")]
    [InlineData("x (y) S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16")]
    public void Parse_NoProcess_IsNone(string line) => ProcessTree.Parse(line).ShouldBeNull();

    [Fact]
    public void Ours_Descendants_AreAllOfThem()
    {
        ProcessTime Of(int id, int parent) => new(id, parent, "x", TimeSpan.Zero, TimeSpan.Zero);

        ProcessTree.Ours([Of(Environment.ProcessId, 1), Of(-2, Environment.ProcessId), Of(-3, -2), Of(-4, 1)])
            .ShouldBe([Environment.ProcessId, -2, -3], ignoreOrder: true);
    }
}
