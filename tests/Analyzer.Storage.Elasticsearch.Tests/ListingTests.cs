using System.Text.Json.Nodes;

namespace Analyzer.Storage.Elasticsearch.Tests;

/// <summary>A page may be larger than what is fetched at once, so that large reports cannot fill the memory.</summary>
public sealed class ListingTests : FakeClusterTests
{
    [Theory]
    [InlineData(50, new[] { 51 })]
    [InlineData(99, new[] { 100 })]
    [InlineData(200, new[] { 100, 100, 1 })]
    [InlineData(249, new[] { 100, 100, 50 })]
    [InlineData(250, new[] { 100, 100, 51 })]
    [InlineData(1000, new[] { 100, 100, 100 })]
    public async Task ListAsync_AnyLimit_FetchesAHundredAtMost(int limit, int[] sizes)
    {
        var store = Open(TestStore.Options());
        await Task.WhenAll(Enumerable.Range(0, 250).Select(number => store.SaveAsync(Reports.Make(number), Cancellation))).Within();

        var page = await store.ListAsync(new ReportQuery(limit), Cancellation).Within();

        page.Reports.Select(report => report.Report.Sha256).ShouldBe(
            Enumerable.Range(0, 250).Reverse().Take(limit).Select(Reports.Id));
        (page.Next is null).ShouldBe(limit >= 250);
        Server.Requests.Where(request => request.Path.EndsWith("/_search", StringComparison.Ordinal))
            .Select(request => JsonNode.Parse(request.Body)!["size"]!.GetValue<int>()).ShouldBe(sizes);
    }
}
