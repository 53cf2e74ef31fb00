namespace Load.Tests.EndToEnd;

/// <summary>Suites of microbenchmarks. Those of a system have classes of their own, which run beside each other.</summary>
[Trait("Category", "EndToEnd")]
public sealed class SuiteTests
{
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
}
