namespace Load.Tests.EndToEnd;

/// <summary>Short; README says how it is run for long.</summary>
public sealed class CrashTests
{
    [Fact]
    public async Task Crash_ServiceOnSqliteKilled_LosesNothing()
    {
        using var lab = new LabProcess("crash", "--rounds", "3", "--seconds", "0.5", "--seed", "7");

        var code = await lab.ExitAsync();

        code.ShouldBe(Lab.Success, lab.Output);
        lab.Output.ShouldContain("--seed 7");
        lab.Output.ShouldContain("[3/3] kill sqlite");
    }
}
