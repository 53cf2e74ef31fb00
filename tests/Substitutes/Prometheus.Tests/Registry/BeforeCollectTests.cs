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
        _registry.AddBeforeCollectCallback(() => _gauge.Inc(10));

        (await Scrapes.TakeAsync(_registry)).Sample("g").Value.ShouldBe(11);
        (await Scrapes.TakeAsync(_registry)).Sample("g").Value.ShouldBe(22);
    }

    [Fact]
    public async Task Collect_CallbackThrows_TheOthersAndTheScrapeGoOn()
    {
        _registry.AddBeforeCollectCallback(() => throw new InvalidDataException("broken"));
        _registry.AddBeforeCollectCallback(() => _gauge.Inc());

        (await Scrapes.TakeAsync(_registry)).Sample("g").Value.ShouldBe(1);
    }

    [Fact]
    public void AddBeforeCollectCallback_Null_IsRefused() =>
        Should.Throw<ArgumentNullException>(() => _registry.AddBeforeCollectCallback(null!));
}
