using Prometheus.Tests.Exposition;

namespace Prometheus.Tests.Registry;

public sealed class BeforeCollectTests
{
    private readonly CollectorRegistry _registry = Metrics.NewCustomRegistry();
    private readonly Gauge _gauge;

    public BeforeCollectTests() => _gauge = Metrics.WithCustomRegistry(_registry).CreateGauge("g", "Help.");

    [Fact]
    public async Task Collect_Callbacks_RunBeforeEachScrape()
    {
        _registry.AddBeforeCollectCallback(() => _gauge.Inc());
        _registry.AddBeforeCollectCallback(async cancellationToken =>
        {
            await Task.Delay(1, cancellationToken);
            _gauge.Inc(10);
        });

        (await Scrapes.TakeAsync(_registry)).Sample("g").Value.ShouldBe(11);
        (await Scrapes.TakeAsync(_registry)).Sample("g").Value.ShouldBe(22);
    }

    [Fact]
    public async Task Collect_AsynchronousCallbacks_RunTogether()
    {
        var first = new TaskCompletionSource();
        var second = new TaskCompletionSource();
        _registry.AddBeforeCollectCallback(cancellationToken =>
        {
            first.SetResult();
            return second.Task.WaitAsync(cancellationToken);
        });
        _registry.AddBeforeCollectCallback(cancellationToken =>
        {
            second.SetResult();
            return first.Task.WaitAsync(cancellationToken);
        });

        (await Scrapes.TakeAsync(_registry)).Samples.ShouldHaveSingleItem();
    }

    [Fact]
    public async Task Collect_CallbackThrows_TheOthersAndTheScrapeGoOn()
    {
        _registry.AddBeforeCollectCallback(() => throw new InvalidDataException("broken"));
        _registry.AddBeforeCollectCallback(_ => throw new InvalidDataException("broken, too"));
        _registry.AddBeforeCollectCallback(() => _gauge.Inc());

        (await Scrapes.TakeAsync(_registry)).Sample("g").Value.ShouldBe(1);
    }

    [Fact]
    public async Task Collect_CallbackSaysScrapeFailed_FailsAndWritesNothing()
    {
        _registry.AddBeforeCollectCallback(() => throw new ScrapeFailedException("not yet"));
        using var stream = new MemoryStream();

        var failure = await Should.ThrowAsync<ScrapeFailedException>(
            () => _registry.CollectAndExportAsTextAsync(stream, TestContext.Current.CancellationToken).Within());

        failure.Message.ShouldBe("not yet");
        stream.Length.ShouldBe(0);
    }

    [Fact]
    public async Task Collect_Cancelled_StopsWaitingForACallback()
    {
        using var cancel = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        var called = new TaskCompletionSource();
        _registry.AddBeforeCollectCallback(async cancellationToken =>
        {
            called.SetResult();
            await Task.Delay(Timeout.Infinite, cancellationToken);
        });
        using var stream = new MemoryStream();
        var collection = _registry.CollectAndExportAsTextAsync(stream, cancel.Token);
        await called.Task.Within();

        await cancel.CancelAsync();

        await Should.ThrowAsync<OperationCanceledException>(() => collection.Within());
        stream.Length.ShouldBe(0);
    }

    [Fact]
    public void AddBeforeCollectCallback_Null_IsRefused()
    {
        Should.Throw<ArgumentNullException>(() => _registry.AddBeforeCollectCallback((Action)null!));
        Should.Throw<ArgumentNullException>(() => _registry.AddBeforeCollectCallback((Func<CancellationToken, Task>)null!));
    }
}
