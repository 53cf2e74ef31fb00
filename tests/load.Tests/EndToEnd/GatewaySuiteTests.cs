namespace Load.Tests.EndToEnd;

[Trait("Category", "EndToEnd")]
public sealed class GatewaySuiteTests
{
    /// <summary>The peers too, where they are installed.</summary>
    [Fact]
    [Trait("Category", "Nightly")]
    public async Task Run_Gateway_GoesEveryWayAndTellsTheHopsCpu()
    {
        using var lab = await LabProcess.SucceedAsync("run", "gateway", "--smoke", "--repeat", "1", "--only", "instances=4,instances=8");

        var summary = await lab.ReadSummaryAsync();
        summary.Rows.Select(row => row.Dimensions["transport"]).ShouldBeSubsetOf(
            ["rest", "gateway", "nginx", "haproxy", "yarp", "grpc", "gateway-grpc", "nginx-grpc", "haproxy-grpc", "yarp-grpc"]);
        summary.Rows.Count(row => row.Dimensions["transport"] is "rest" or "gateway" or "grpc" or "gateway-grpc").ShouldBe(8);
        summary.Rows.ShouldAllBe(row => row.Units > 0 && row.Failed == 0);
        lab.Output.ShouldContain("What the hop costs");
    }

    [Fact]
    public async Task Run_Ramp_SetsThePublishedFiguresBesideOurs()
    {
        using var lab = await LabProcess.SucceedAsync("run", "ramp", "--smoke");

        (await lab.ReadSummaryAsync()).Rows.Select(row => row.Dimensions["transport"]).ShouldBe(["grpc", "rest", "gateway"]);
        lab.Output.ShouldMatch("HTTP with RPC +ours");
    }
}
