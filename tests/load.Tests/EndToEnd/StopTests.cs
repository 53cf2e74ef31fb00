using Load.Machine;

namespace Load.Tests.EndToEnd;

[Trait("Category", "EndToEnd")]
public sealed class StopTests : IDisposable
{
    private readonly OwnFiles _files = new();

    public void Dispose() => _files.Dispose();

    [Theory]
    [InlineData("INT", false)]
    [InlineData("INT", true)]
    [InlineData("TERM", false)]
    public async Task Run_Signal_KeepsWhatWasMeasuredAndStopsTheService(string signal, bool toAll)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "sends signals to a session that setsid(1) made");
        using var lab = Start();

        await lab.SaysAsync("[2/");
        await lab.SignalAsync(signal, toAll);

        (await lab.ExitAsync()).ShouldBe(LabExitCode.Interrupted, lab.Output);
        lab.ServiceIsUp().ShouldBeFalse();
        lab.Leftovers.ShouldBeEmpty();
        lab.Output.ShouldContain("PARTIAL: stopped from outside");
        (await lab.ReadAsync("summary.md")).ShouldContain("PARTIAL: stopped from outside");
        (await lab.ReadAsync("report.html")).ShouldContain("Partial: stopped from outside");
        var summary = await lab.ReadSummaryAsync();
        summary.Succeeded.ShouldBeFalse();
        summary.Interrupted.ShouldBe("stopped from outside");
        summary.Rows.ShouldAllBe(row => row.Units > 0 && row.Failed == 0);
    }

    [Fact]
    public async Task Run_Killed_TakesTheServiceAlong()
    {
        using var lab = Start();
        await lab.SaysAsync("[1/");
        lab.ServiceIsUp().ShouldBeTrue();

        await lab.KillAsync();

        await Deadline.UntilAsync(() => !lab.ServiceIsUp());
    }

    private LabProcess Start() =>
        new("--smoke", "--corpus", _files.Path, "--repeat", "100", "--only", "file=look-up,instances=1");
}
