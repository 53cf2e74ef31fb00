namespace Load.Tests.EndToEnd;

/// <summary>The suite <c>stack</c>, as a person starts it.</summary>
[Trait("Category", "EndToEnd")]
public sealed class StackSuiteTests
{
    [Fact]
    [Trait("Category", "Nightly")]
    public async Task Run_Stack_TellsCostEvidenceAndFaults()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "pauses processes");
        using var lab = new LabProcess("run", "stack", "--smoke", "--repeat", "1");

        (await lab.ExitAsync(TimeSpan.FromMinutes(10))).ShouldBe(0, lab.Output);

        var summary = await lab.ReadSummaryAsync();
        summary.Rows.ShouldAllBe(row => row.Units > 0 && row.Failed == 0);
        lab.Output.ShouldContain("What a file costs each process");
        lab.Output.ShouldContain("The alert is there within ");
        lab.Output.ShouldContain("SIGKILL: 0 lost of ");
    }
}
