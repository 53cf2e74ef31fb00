namespace Load.Tests.EndToEnd;

[Trait("Category", "EndToEnd")]
public sealed class SuiteTests
{
    [Fact]
    public async Task Run_Ceilings_ReachesEveryYardstick()
    {
        const string Only = "file=empty,file=null,file=hash,file=analysis,file=unknown,transport=grpc,transport=rest,kestrel=ours";
        using var lab = await LabProcess.SucceedAsync("run", "ceilings", "--smoke", "--repeat", "1", "--only", Only);

        lab.Output.ShouldContain("of ceiling");
    }

    [Fact]
    public async Task Run_Hash_AsksBenchmarkDotNetAndReportsAsOtherSuitesDo()
    {
        using var lab = await LabProcess.SucceedAsync(
            "run", "hash", "--smoke", "--repeat", "1", "--only", "size=1MB,algorithm=SHA-256,algorithm=MD5");

        var summary = await lab.ReadSummaryAsync();
        summary.Rows.Select(row => row.Dimensions["algorithm"]).ShouldBe(["SHA-256", "MD5"]);
        summary.Rows.ShouldAllBe(row => row.Latency.Samples > 0 && row.BytesPerSecond > 0 && row.Failed == 0);
        lab.Results.GetDirectories("benchmarkdotnet").ShouldHaveSingleItem().GetDirectories().Length.ShouldBe(2);
    }

    [Fact]
    public async Task Run_Sigma_SetsRulesBesideAReaderAndBesideThePublishedTables()
    {
        using var lab = await LabProcess.SucceedAsync(
            "run", "sigma", "--smoke", "--repeat", "1", "--only", "records=distinct,rules=reader,rules=case-1");

        var summary = await lab.ReadSummaryAsync();
        summary.Rows.Select(row => row.Dimensions["rules"]).ShouldBe(["reader", "case-1"]);
        summary.Rows.ShouldAllBe(row => row.Latency.Samples > 0 && row.Failed == 0);
        lab.Output.ShouldContain("447,867.86");
        lab.Output.ShouldContain("case-1 over distinct records takes");
    }

    /// <summary>BarTests show the sentences about cost; a busy machine may leave too few requests for them here.</summary>
    [Fact]
    public async Task Run_Metrics_ScrapesTheServiceThatHasThem()
    {
        using var lab = await LabProcess.SucceedAsync("run", "metrics", "--smoke", "--repeat", "2", "--only", "transport=rest");

        var summary = await lab.ReadSummaryAsync();
        summary.Rows.ShouldAllBe(row => row.Failed == 0 && (row.Scrapes != null) == (row.Dimensions["metrics"] == "on"));
        lab.Output.ShouldMatch(@"metrics=on: \d+ scrapes?: within the service ");
    }

    [Fact]
    public async Task Run_Abuse_TellsWhatAFloodAndAKeyCost()
    {
        using var lab = await LabProcess.SucceedAsync(
            "run", "abuse", "--smoke", "--repeat", "1", "--only", "transport=rest,flood=none,flood=declared,flood=rapid-reset");

        lab.Output.ShouldContain("flood=rapid-reset: p99 ");

        using var keys = await LabProcess.SucceedAsync(
            "run", "abuse", "--smoke", "--repeat", "1", "--only", "transport=grpc,key=off,key=sent,key=right,key=wrong");

        keys.Output.ShouldContain("a key costs");
    }

    /// <summary>The peers too, where they are installed.</summary>
    [Fact]
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
