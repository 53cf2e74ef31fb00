using Prometheus.Tests.Exposition;

namespace Prometheus.Tests.Registry;

public sealed class StaticLabelsTests
{
    private readonly CollectorRegistry _registry = Metrics.NewCustomRegistry();
    private readonly MetricFactory _metrics;

    public StaticLabelsTests() => _metrics = Metrics.WithCustomRegistry(_registry);

    [Fact]
    public async Task Scrape_LabelsOfRegistryAndInstance_StandTogether()
    {
        _registry.SetStaticLabels(new Dictionary<string, string> { ["variant"] = "a\"b", ["run"] = "2026-11-21" });

        _metrics.CreateCounter("sent_total", "Sent.", ["code"]).WithLabels("200").Inc(3);
        _metrics.CreateHistogram("latency", "Latency.", new HistogramConfiguration { Buckets = [1] }).Observe(2);

        var scrape = await Scrapes.TakeAsync(_registry);
        scrape.Sample("sent_total", ("code", "200"), ("variant", "a\"b"), ("run", "2026-11-21")).Value.ShouldBe(3);
        scrape.Sample("latency_bucket", ("variant", "a\"b"), ("run", "2026-11-21"), ("le", "+Inf")).Value.ShouldBe(1);
    }

    [Fact]
    public void Create_InstanceLabelThatIsStaticToo_IsRefused()
    {
        _registry.SetStaticLabels(new Dictionary<string, string> { ["a"] = "1" });

        Should.Throw<InvalidOperationException>(() => _metrics.CreateGauge("g", "Help.", ["a"]));
    }

    [Fact]
    public void SetStaticLabels_Twice_IsRefused()
    {
        _registry.SetStaticLabels(new Dictionary<string, string> { ["a"] = "1" });

        Should.Throw<InvalidOperationException>(() => _registry.SetStaticLabels(new Dictionary<string, string> { ["b"] = "1" }));
    }

    [Fact]
    public void SetStaticLabels_AfterTheFirstMetric_IsRefused()
    {
        _metrics.CreateGauge("g", "Help.");

        Should.Throw<InvalidOperationException>(() => _registry.SetStaticLabels(new Dictionary<string, string> { ["a"] = "1" }));
    }

    [Fact]
    public async Task SetStaticLabels_AfterTheFirstScrape_IsRefused()
    {
        using var stream = new MemoryStream();
        await _registry.CollectAndExportAsTextAsync(stream, TestContext.Current.CancellationToken).Within();

        Should.Throw<InvalidOperationException>(() => _registry.SetStaticLabels(new Dictionary<string, string> { ["a"] = "1" }));
    }

    [Fact]
    public void SetStaticLabels_NotALabelName_IsRefused() =>
        Should.Throw<ArgumentException>(() => _registry.SetStaticLabels(new Dictionary<string, string> { ["a-b"] = "1" }));
}
