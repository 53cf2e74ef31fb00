namespace Load.Tests.EndToEnd;

/// <summary>In a class of its own: it waits for servers most of the time, while the other runs.</summary>
public sealed class ElasticsearchCrashTests
{
    [Fact]
    public async Task Crash_ServiceNodesAndNetwork_LoseNothing()
    {
        var script = SharedData.SkipUnlessPresent("services", "services");
        using var lab = new LabProcess("crash", "--store", "elasticsearch", "--rounds", "1", "--seconds", "0.5", "--seed", "7", "--servers", script);

        var code = await lab.ExitAsync(TimeSpan.FromMinutes(10));

        code.ShouldBe(Lab.Success, lab.Output);
        foreach (var fault in (string[])["kill", "cut", "latency", "reset", "timeout", "pause", "away", "node"])
        {
            lab.Output.ShouldContain($"[1/1] {fault} elasticsearch");
        }
    }
}
