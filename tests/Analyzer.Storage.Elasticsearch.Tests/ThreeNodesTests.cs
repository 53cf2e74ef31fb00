namespace Analyzer.Storage.Elasticsearch.Tests;

public sealed class ThreeNodesTests(ThreeNodes server) : RealComplianceTests(server), IClassFixture<ThreeNodes>
{
    /// <summary>Otherwise the whole class would show no more than that of one node.</summary>
    [Fact]
    public async Task InitializeAsync_ThreeNodes_TheIndexHasItsCopyBeforeTheFirstSave()
    {
        var options = await Server.SkipUnlessPresentAsync();
        await using var store = ElasticsearchReportStore.Create(options);

        await store.SaveAsync(Reports.Make(1), Cancellation).Within();

        using var client = RealElasticsearch.CreateClient(options);
        var shards = await client.GetStringAsync($"/_cat/shards/{options.Alias}-v1?h=prirep,state", Cancellation).Within();
        shards.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => line.Trim()).Order().ShouldBe(["p STARTED", "r STARTED"]);
        using var removal = await client.DeleteAsync($"/{options.Alias}-v1", Cancellation).Within();
    }
}
