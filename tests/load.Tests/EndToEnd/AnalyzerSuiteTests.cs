namespace Load.Tests.EndToEnd;

[Trait("Category", "EndToEnd")]
public sealed class AnalyzerSuiteTests
{
    [Fact]
    public async Task Run_Ceilings_ReachesEveryYardstick()
    {
        const string Only = "file=empty,file=null,file=hash,file=analysis,file=unknown,transport=grpc,transport=rest,kestrel=ours";
        using var lab = await LabProcess.SucceedAsync("run", "ceilings", "--smoke", "--repeat", "1", "--only", Only);

        lab.Output.ShouldContain("of ceiling");
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
}
