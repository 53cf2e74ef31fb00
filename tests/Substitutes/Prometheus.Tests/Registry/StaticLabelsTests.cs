using Prometheus.Tests.Exposition;

namespace Prometheus.Tests.Registry;

public sealed class StaticLabelsTests
{
    private readonly CollectorRegistry _registry = Metrics.NewCustomRegistry();
    private readonly MetricFactory _metrics;

    public StaticLabelsTests() => _metrics = Metrics.WithCustomRegistry(_registry);

    [Fact]
    public async Task Scrape_LabelsOfRegistryFactoryAndInstance_StandTogether()
    {
        _registry.SetStaticLabels(new Dictionary<string, string> { ["run"] = "2026-11-21" });
        var ofVariant = _metrics.WithLabels(new Dictionary<string, string> { ["variant"] = "a\"b" });

        ofVariant.CreateCounter("sent_total", "Sent.", ["code"]).WithLabels("200").Inc(3);
        ofVariant.CreateHistogram("latency", "Latency.", new HistogramConfiguration { Buckets = [1] }).Observe(2);

        var scrape = await Scrapes.TakeAsync(_registry);
        scrape.Sample("sent_total", ("code", "200"), ("variant", "a\"b"), ("run", "2026-11-21")).Value.ShouldBe(3);
        scrape.Sample("latency_bucket", ("variant", "a\"b"), ("run", "2026-11-21"), ("le", "+Inf")).Value.ShouldBe(1);
        _registry.StaticLabels.ShouldHaveSingleItem().ShouldBe(KeyValuePair.Create("run", "2026-11-21"));
    }

    [Fact]
    public async Task WithLabels_OfAFactoryWithLabels_AddsToThem()
    {
        _metrics.WithLabels(new Dictionary<string, string> { ["a"] = "1" })
            .WithLabels(new Dictionary<string, string> { ["b"] = "2" })
            .CreateGauge("g", "Help.").Set(5);

        (await Scrapes.TakeAsync(_registry)).Sample("g", ("a", "1"), ("b", "2")).Value.ShouldBe(5);
    }

    [Fact]
    public async Task Create_SameNameFromFactoriesWithOtherValues_AreSeriesOfOneFamily()
    {
        foreach (var variant in (string[])["x", "y"])
        {
            _metrics.WithLabels(new Dictionary<string, string> { ["variant"] = variant }).CreateGauge("g", "Help.").Inc();
        }

        var scrape = await Scrapes.TakeAsync(_registry);

        scrape.Types.ShouldHaveSingleItem();
        scrape.Samples.Select(sample => sample.Labels["variant"]).ShouldBe(["x", "y"]);
    }

    [Fact]
    public void Create_InstanceLabelThatIsStaticToo_IsRefused() =>
        Should.Throw<InvalidOperationException>(
            () => _metrics.WithLabels(new Dictionary<string, string> { ["a"] = "1" }).CreateGauge("g", "Help.", ["a"]));

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
