using Load.Machine;

namespace Load.Tests.EndToEnd;

/// <summary>The shipped scenario as a person runs it.</summary>
[Trait("Category", "EndToEnd")]
public sealed class ScenarioRunTests
{
    private static string Sample => Path.Combine(ProjectFolder.Repository, "load", "Scenarios", "mail-gateway.yaml");

    [Fact]
    public async Task Run_ShippedSample_HasARowForAllAndForEachStep()
    {
        // Of its bounds only the count of failures can be judged in a run whose figures mean nothing.
        using var lab = new LabProcess("run", "--file", Sample, "--smoke", "--repeat", "1", "--only", "transport=rest");

        (await lab.ExitAsync()).ShouldBe(4, lab.Output);

        var summary = await lab.ReadSummaryAsync();
        summary.Suite.ShouldBe("mail-gateway");
        summary.Rows.Select(row => row.Dimensions["step"]).ShouldBe(["all", "seen", "ask", "send", "large"]);
        summary.Rows.ShouldAllBe(row => row.Units > 0 && row.Failed == 0 && row.TimedOut == 0);
        var units = summary.Rows.ToDictionary(row => row.Dimensions["step"], row => row.Units);
        units["all"].ShouldBe(units["seen"] + units["ask"] + units["send"] + units["large"]);
        units["send"].ShouldBe(units["ask"]); // each that was asked for is sent
        lab.Output.ShouldContain("5 of 8 bounds kept.");
    }
}
