using Analyzer.Service.Tests.Edges;

namespace Analyzer.Service.Tests.Metrics;

public sealed class StoreMetricsTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Save_Committed_ShowsLatencyBatchAndQueue()
    {
        await using var host = await AnalyzerHost.StartAsync();
        await host.ShouldTakeAFileAsync();

        var scrape = await host.ScrapeAsync();

        scrape.Sample("analyzer_store_duration_seconds_count", ("call", "save"), ("outcome", "answered")).Value.ShouldBe(1);
        scrape.Sample("analyzer_store_commit_seconds_count", ("outcome", "committed")).Value.ShouldBe(1);
        scrape.Sample("analyzer_store_batch_size_sum").Value.ShouldBe(1);
        scrape.Sample("analyzer_store_queue_length").Value.ShouldBe(0);
        scrape.Sample("analyzer_store_saves_refused_total").Value.ShouldBe(0);
        scrape.Sample("analyzer_store_up").Value.ShouldBe(1);
    }

    [Fact]
    public async Task Down_SaveFails_IsSeenUntilTheStoreAnswersAgain()
    {
        await using var host = await AnalyzerHost.StartAsync();
        using var edge = EdgeKind.Grpc.Connect(host);
        host.Store.Down = true;
        await edge.SubmitAsync(Pieces.Of(Pieces.Pdf), null, null, Token).Within();
        var down = await host.ScrapeAsync();

        host.Store.Down = false;
        await edge.SubmitAsync(Pieces.Of(Pieces.Pdf), null, null, Token).Within();
        var up = await host.ScrapeAsync();

        down.Sample("analyzer_store_up").Value.ShouldBe(0);
        down.Sample("analyzer_store_duration_seconds_count", ("call", "save"), ("outcome", "failed")).Value.ShouldBe(1);
        up.Sample("analyzer_store_up").Value.ShouldBe(1);
    }

    [Fact]
    public async Task Find_NotInTheCache_IsACallOfTheStore()
    {
        await using var host = await AnalyzerHost.StartAsync();
        using var edge = EdgeKind.RestHttp1.Connect(host);
        await edge.FindAsync(Pieces.Sha256([1]), Token).Within();
        host.Store.Down = true;
        await edge.FindAsync(Pieces.Sha256([1]), Token).Within();

        var scrape = await host.ScrapeAsync();

        scrape.Sample("analyzer_store_duration_seconds_count", ("call", "find"), ("outcome", "answered")).Value.ShouldBe(1);
        scrape.Sample("analyzer_store_duration_seconds_count", ("call", "find"), ("outcome", "failed")).Value.ShouldBe(1);
    }

    [Fact]
    public async Task Idle_NobodyAsked_StoreIsUpAllTheSame()
    {
        await using var host = await AnalyzerHost.StartAsync();

        await host.Store.CheckAsync(Token).Within(); // the first check of the watch is under way, or done
        for (var patience = Environment.TickCount64; (await host.ScrapeAsync()).Sample("analyzer_store_up").Value == 0;)
        {
            (Environment.TickCount64 - patience).ShouldBeLessThan((long)Deadline.Default.TotalMilliseconds);
        }
    }
}
