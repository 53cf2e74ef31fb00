namespace Analyzer.Storage.Elasticsearch.Tests;

[Trait("Category", "Nightly")]
public sealed class ThreeNodesTests(ThreeNodes server) : RealComplianceTests(server), IClassFixture<ThreeNodes>
{
    /// <summary>Shows that the tests of this class really run with a copy on another node.</summary>
    [Fact]
    public async Task InitializeAsync_ThreeNodes_TheIndexGetsItsCopy()
    {
        var options = await Server.SkipUnlessPresentAsync();
        await using var store = ElasticsearchReportStore.Create(options);

        await store.InitializeAsync(Cancellation).Within();

        // The store itself waits for the copy only as long as a call may take: a busy machine may need longer to start it.
        using var client = RealElasticsearch.CreateClient(options);
        var index = $"{options.Alias}-v1";
        var patience = $"wait_for_active_shards=2&timeout={Deadline.Default.TotalSeconds:0}s";
        using var health = await client.GetAsync($"/_cluster/health/{index}?{patience}", Cancellation).Within(Deadline.Extended);
        var shards = await client.GetStringAsync($"/_cat/shards/{index}?h=prirep,state", Cancellation).Within();
        shards.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => line.Trim()).Order().ShouldBe(["p STARTED", "r STARTED"]);
        using var removal = await client.DeleteAsync($"/{index}", Cancellation).Within();
    }
}

public sealed class ThreeNodes() : RealElasticsearch(new ElasticsearchFixture { Nodes = 3 });
