using System.Text.Json.Nodes;

namespace Analyzer.Storage.Elasticsearch.Tests;

/// <summary>Effects of other services and of the network on a deletion.</summary>
public sealed class DeletionTests : FakeClusterTests
{
    private const string Index = "reports-v1";

    [Fact]
    public async Task DeleteAsync_ResponseLost_IsDeletedAllTheSame()
    {
        var store = Open(TestStore.Options());
        await store.SaveAsync(Reports.Make(1), Cancellation).Within();
        var lost = 0;
        Server.Intercept = (request, carryOut, _) =>
        {
            var response = carryOut();
            return IsBulk(request) && lost++ == 0 ? throw new HttpRequestException("reset") : Task.FromResult(response);
        };

        (await store.DeleteAsync(Reports.Id(1), Cancellation).Within()).ShouldBeTrue();

        lost.ShouldBe(2);
        Server.Indices[Index].Count.ShouldBe(0);
    }

    [Fact]
    public async Task DeleteAsync_IndexBlocked_SaysWhyAndLeavesIt()
    {
        var store = Open(TestStore.Options());
        await store.SaveAsync(Reports.Make(1), Cancellation).Within();
        Server.Indices[Index].Block = "cluster_block_exception";

        (await Should.ThrowAsync<StoreUnavailableException>(() => store.DeleteAsync(Reports.Id(1), Cancellation).Within()))
            .Message.ShouldContain("cluster_block_exception");

        (await store.FindAsync(Reports.Id(1), Cancellation).Within()).ShouldNotBeNull();
    }

    [Fact]
    public async Task PruneAsync_ReplacedAfterItWasFound_Stays()
    {
        var store = Open(TestStore.Options());
        await SaveAsync(store, 3);
        Server.Intercept = async (request, carryOut, _) =>
        {
            if (IsPrune(request))
            {
                Server.Intercept = null;
                await store.SaveAsync(Reports.Make(1, engine: 2), Cancellation);
            }

            return carryOut();
        };

        var removed = await PruneAsync(store, new RetentionRule(Reports.Make(2).AnalyzedAt, null));

        removed[0].ShouldBe([Reports.Id(0)]); // the newer report is old too, and goes in a batch of its own
        (await store.FindAsync(Reports.Id(2), Cancellation).Within()).ShouldNotBeNull();
    }

    /// <summary>Each of the two sees too many, and must not delete as many again as the other has deleted.</summary>
    [Fact]
    public async Task PruneAsync_AnotherServiceDeletesAfterTheSearch_LeavesAsManyAsTheRuleKeeps()
    {
        var store = Open(TestStore.Options());
        await SaveAsync(store, 10);
        var searches = 0;
        Server.Intercept = (request, carryOut, _) =>
        {
            if (request.Path.EndsWith("/_search", StringComparison.Ordinal) && ++searches == 2)
            {
                foreach (var number in Enumerable.Range(0, 4))
                {
                    Server.Indices[Index].Remove(Reports.Id(number).ToString());
                }
            }

            return Task.FromResult(carryOut());
        };

        await PruneAsync(store, new RetentionRule(null, 5));
        await PruneAsync(store, new RetentionRule(null, 5));

        Server.Indices[Index].Count.ShouldBe(5);
        foreach (var number in Enumerable.Range(5, 5))
        {
            (await store.FindAsync(Reports.Id(number), Cancellation).Within()).ShouldNotBeNull();
        }
    }

    [Theory]
    [InlineData(0, new[] { 200, 249 })]
    [InlineData(400, new[] { 200, 200, 49 })]
    public async Task PruneAsync_TooManyForOneBatch_DeletesInBatchesThatGrowWhileTheyAreFast(int milliseconds, int[] sizes)
    {
        var store = Open(TestStore.Options(), new SteppedTime(TimeSpan.FromMilliseconds(milliseconds)));
        await SaveAsync(store, 450);

        var removed = await PruneAsync(store, new RetentionRule(null, 1));

        removed.Select(batch => batch.Count).ShouldBe(sizes);
        var bulks = Server.Requests.Where(IsPrune).ToList();
        bulks.Count.ShouldBe(sizes.Length);
        bulks.SelectMany(bulk => bulk.Body.TrimEnd('\n').Split('\n'))
            .ShouldAllBe(line => JsonNode.Parse(line)!["delete"]!["if_seq_no"] != null);
    }

    private static bool IsBulk(FakeRequest request) => request.Path.EndsWith("/_bulk", StringComparison.Ordinal);

    private static bool IsPrune(FakeRequest request) => IsBulk(request) && request.Query.Contains("refresh=true");

    private static Task<SaveResult[]> SaveAsync(ElasticsearchReportStore store, int count) =>
        Task.WhenAll(Enumerable.Range(0, count).Select(number => store.SaveAsync(Reports.Make(number), Cancellation))).Within();

    private static async Task<List<IReadOnlyList<FileId>>> PruneAsync(ElasticsearchReportStore store, RetentionRule rule)
    {
        var removed = new List<IReadOnlyList<FileId>>();
        await using var batches = store.PruneAsync(rule, Cancellation).GetAsyncEnumerator(Cancellation);
        while (await batches.MoveNextAsync().Within())
        {
            removed.Add(batches.Current);
        }

        return removed;
    }
}
