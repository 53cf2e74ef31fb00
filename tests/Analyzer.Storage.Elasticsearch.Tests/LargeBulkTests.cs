using System.Net;

namespace Analyzer.Storage.Elasticsearch.Tests;

/// <summary>A proxy before the cluster may take smaller requests than Elasticsearch does.</summary>
public sealed class LargeBulkTests : FakeClusterTests
{
    private const string Page = "<html>413 Request Entity Too Large</html>";

    [Fact]
    public async Task SaveAsync_MoreThanAProxyTakes_IsSentInParts()
    {
        var store = Open(TestStore.Options());
        await RefuseLargerThanAsync(store, bytes: 4000);

        var saves = Enumerable.Range(0, 50).Select(number => store.SaveAsync(Reports.Make(number), Cancellation));
        var saved = await Task.WhenAll(saves).Within();

        saved.ShouldAllBe(save => save.Outcome == SaveOutcome.Created);
        Server.Indices["reports-v1"].Count.ShouldBe(50);
        for (var number = 0; number < 50; number++)
        {
            (await store.FindAsync(Reports.Id(number), Cancellation).Within()).ShouldNotBeNull();
        }
    }

    [Fact]
    public async Task SaveAsync_OneReportTooLargeForAProxy_FailsAloneAndSaysWhatToDo()
    {
        var store = Open(TestStore.Options());
        await RefuseLargerThanAsync(store, bytes: 4000);
        var large = Reports.Make(7) with { MediaType = new string('x', 4000) };

        var saves = Enumerable.Range(0, 7).Select(number => store.SaveAsync(Reports.Make(number), Cancellation)).ToList();
        var refused = await Should.ThrowAsync<StoreUnavailableException>(() => store.SaveAsync(large, Cancellation).Within());
        await Task.WhenAll(saves).Within();

        refused.Message.ShouldContain("does not take a request of this size: raise the limit there (HTTP 413)");
        Server.Indices["reports-v1"].Count.ShouldBe(7);
    }

    private async Task RefuseLargerThanAsync(ElasticsearchReportStore store, int bytes)
    {
        await store.InitializeAsync(Cancellation).Within();
        Server.Intercept = (request, carryOut, _) => Task.FromResult(request.Body.Length > bytes
            ? new HttpResponseMessage(HttpStatusCode.RequestEntityTooLarge) { Content = new StringContent(Page, null, "text/html") }
            : carryOut());
    }
}
