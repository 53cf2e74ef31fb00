using Prometheus.Tests.Exposition;

namespace Prometheus.Tests.Collectors;

public sealed class CounterTests
{
    private readonly CollectorRegistry _registry = Metrics.NewCustomRegistry();
    private readonly MetricFactory _metrics;

    public CounterTests() => _metrics = Metrics.WithCustomRegistry(_registry);

    [Fact]
    public void Inc_WithoutArgument_AddsOne()
    {
        var counter = _metrics.CreateCounter("requests_total", "Requests.");

        counter.Inc();
        counter.Inc(2.5);

        counter.Value.ShouldBe(3.5);
    }

    [Fact]
    public void Inc_Negative_IsRefusedAndChangesNothing()
    {
        var counter = _metrics.CreateCounter("requests_total", "Requests.");
        counter.Inc(2);

        Should.Throw<ArgumentOutOfRangeException>(() => counter.Inc(-1));

        counter.Value.ShouldBe(2);
    }

    [Theory]
    [InlineData(7, 7)]
    [InlineData(5, 5)]
    [InlineData(3, 5)]
    public void IncTo_AnyTarget_RaisesOnly(double target, double expected)
    {
        var counter = _metrics.CreateCounter("requests_total", "Requests.");
        counter.Inc(5);

        counter.IncTo(target);

        counter.Value.ShouldBe(expected);
    }

    [Fact]
    public async Task Scrape_ValueNeverSet_ShowsZero()
    {
        _metrics.CreateCounter("requests_total", "Requests.");

        var scrape = await Scrapes.TakeAsync(_registry);

        scrape.Sample("requests_total").Value.ShouldBe(0);
    }

    [Fact]
    public async Task Scrape_InitialValueSuppressed_ShowsItFromTheFirstUpdateOn()
    {
        var counter = _metrics.CreateCounter("requests_total", "Requests.", new CounterConfiguration { SuppressInitialValue = true });
        (await Scrapes.TakeAsync(_registry)).Samples.ShouldBeEmpty();

        counter.Inc(0);

        (await Scrapes.TakeAsync(_registry)).Sample("requests_total").Value.ShouldBe(0);
    }
}
