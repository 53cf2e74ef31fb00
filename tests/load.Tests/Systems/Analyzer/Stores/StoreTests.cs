using System.Text.Json;
using Load.Machine;
using Load.Results.Summary;
using Load.Systems.Analyzer.Stores;

[assembly: AssemblyFixture(typeof(ElasticsearchFixture))]

namespace Load.Tests.Systems.Analyzer.Stores;

[Trait("Category", "EndToEnd")]
public sealed class StoreTests(ElasticsearchFixture cluster)
{
    private readonly CancellationToken _cancellationToken = TestContext.Current.CancellationToken;

    [Fact]
    public async Task Run_OnElasticsearch_KeepsReportsThereAndCleansUp()
    {
        var url = await cluster.SkipUnlessPresentAsync();
        using var lab = new LabProcess("run", "quick", "--store", "elasticsearch", "--store-url", url, "--smoke", "--repeat", "1",
            "--only", "file=unknown,size=10KB,instances=16");

        var code = await lab.ExitAsync();

        // On a busy machine the store may be late: the service says so, and the row counts it.
        var isLate = lab.Output.Contains("Elasticsearch took longer than", StringComparison.Ordinal);
        code.ShouldBe(isLate ? LabExitCode.Failed : LabExitCode.Success, lab.Output);
        var summary = await ReadSummaryAsync(lab);
        summary.Environment.Others["store"].ToString().ShouldMatch(@"^elasticsearch \d+\.\d+\.\d+ \(1 node\)$");
        summary.Environment.Service!.Other("store").ShouldBe("elasticsearch");
        summary.Rows.ShouldAllBe(row => row.Units > 0 && (isLate || row.Failed == 0));
        using var client = new HttpClient { BaseAddress = new Uri(url) };
        (await client.GetStringAsync("/_cat/indices?h=index&expand_wildcards=all", _cancellationToken).Within()).ShouldNotContain("lab-");
    }

    [Theory]
    [Trait("Category", "Nightly")]
    [InlineData("stores", "file=raw save,file=save,file=unknown,instances=1,instances=64",
        new[] { "raw save x1", "save x64", "unknown x64", "unknown x1" })]
    [InlineData("volume", "reports=10000,reports=2000", new[] { "look-up x8", "look-up x8", "list x4", "list x4" })]
    public async Task Run_SuiteOfStores_AnswersRightlyAndComparesEachWithItsCeiling(string suite, string only, string[] rows)
    {
        string[] own = suite == "volume" ? ["--reports", "2000"] : [];
        using var lab = new LabProcess(["run", suite, .. own, "--smoke", "--repeat", "1", "--only", $"store=sqlite,transport=rest,{only}"]);

        var code = await lab.ExitAsync();

        code.ShouldBe(LabExitCode.Success, lab.Output);
        var summary = await ReadSummaryAsync(lab);
        summary.Rows.Select(row => $"{row.Dimensions["file"]} x{row.Dimensions["instances"]}").ShouldBe(rows);
        summary.Rows.ShouldAllBe(row => row.Units > 0 && row.Failed == 0);
        summary.Rows.ShouldContain(row => row.TailOfBaseline > 0);
    }

    [Fact]
    public async Task Run_NobodyAtTheAddress_SaysSoAndMeasuresNothing()
    {
        using var lab = new LabProcess(
            "run", "quick", "--store", "elasticsearch", "--store-url", $"http://127.0.0.1:{LoopbackPort.FindFree()}");

        (await lab.ExitAsync()).ShouldBe(LabExitCode.NotDone);

        lab.Output.Trim().ShouldMatch("^--store-url: no Elasticsearch answers at http://127.0.0.1:.*Start it, or name another.$");
    }

    [Fact]
    public async Task DescribeAsync_Sqlite_AsksNobody() =>
        (await StoreTarget.Default.DescribeAsync(_cancellationToken).Within()).ShouldBe("sqlite");

    private async Task<SummaryDocument> ReadSummaryAsync(LabProcess lab) => JsonSerializer.Deserialize(
        await File.ReadAllBytesAsync(
            Path.Combine(lab.Results.FullName, "summary.json"), _cancellationToken), SummaryJson.Default.SummaryDocument)!;
}
