namespace Load.Tests.EndToEnd;

/// <summary>Short runs on a real broker: each row works, and every record and alert is accounted for. Figures mean nothing.</summary>
[Trait("Category", "EndToEnd")]
public sealed class SigmaStreamTests
{
    [Fact]
    public async Task Run_SigmaThroughABroker_CountsMatchesBesideADrain()
    {
        using var lab = await LabProcess.SucceedAsync(
            "run", "sigma", "--smoke", "--repeat", "1", "--servers", SharedData.SkipUnlessPresent("services", "services"),
            "--only", "records=kafka,partitions=10");

        var summary = await lab.ReadSummaryAsync();
        summary.Rows.Select(row => row.Dimensions["rules"]).ShouldBe(["drain", "case-1"]);
        summary.Rows.ShouldAllBe(row => row.Units == 27_000 && row.Failed == 0);
        lab.Output.ShouldContain("kafka case-1 partitions=10 processes=1 takes");
        lab.Output.ShouldContain("447,867.86");
    }

    [Fact]
    [Trait("Category", "Nightly")]
    public async Task Run_AllOfSigmaThroughABroker_CountsMatchesOfEachCaseAndShape()
    {
        using var lab = await LabProcess.SucceedAsync(
            "run", "sigma", "--smoke", "--repeat", "2", "--servers", SharedData.SkipUnlessPresent("services", "services"),
            "--only", "records=kafka");

        var summary = await lab.ReadSummaryAsync();
        summary.Rows.Count.ShouldBe(12);
        summary.Rows.ShouldAllBe(row => row.Failed == 0);
    }

    [Fact]
    [Trait("Category", "Nightly")]
    public async Task Run_SigmaToAlert_TimesBothWays()
    {
        using var lab = await LabProcess.SucceedAsync(
            "run", "sigma", "--smoke", "--repeat", "1", "--servers", SharedData.SkipUnlessPresent("services", "services"),
            "--only", "rules=to-alert,rate=0.5xknee,records=http");

        lab.Output.ShouldContain("http to-alert 0.5xknee: p99 from record to alert");

        using var broker = await LabProcess.SucceedAsync(
            "run", "sigma", "--smoke", "--repeat", "1", "--servers", SharedData.SkipUnlessPresent("services", "services"),
            "--only", "rules=to-alert,records=kafka");

        broker.Output.ShouldContain("kafka to-alert: p99 from record to alert");
    }
}
