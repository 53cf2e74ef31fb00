using Load.Machine;

namespace Crash.Tests.EndToEnd;

/// <summary>A fault of each kind, once; the crash suite itself goes on for longer (.ci/nightly).</summary>
[Trait("Category", "EndToEnd")]
public sealed class CrashTests
{
    [Fact]
    public async Task Crash_ServiceOnSqliteKilled_LosesNothing()
    {
        using var lab = new LabProcess("crash", "--rounds", "3", "--seconds", "0.5", "--pause", "20", "--seed", "7");

        (await lab.ExitAsync()).ShouldBe(LabExitCode.Success, lab.Output);

        lab.Output.ShouldContain("--seed 7");
        lab.Output.ShouldContain("[3/3] kill sqlite");
    }
}
