using Prometheus.Tests.Exposition;

namespace Prometheus.Tests.Registry;

public sealed class MetricFactoryTests
{
    private readonly CollectorRegistry _registry = Metrics.NewCustomRegistry();
    private readonly MetricFactory _metrics;

    public MetricFactoryTests() => _metrics = Metrics.WithCustomRegistry(_registry);

    [Fact]
    public void Create_SameAgain_IsTheSameInEveryForm()
    {
        var counter = _metrics.CreateCounter("a_total", "Help.", "x", "y");
        var gauge = _metrics.CreateGauge("b", "Help.");
        var histogram = _metrics.CreateHistogram("c", "Help.", "x");

        _metrics.CreateCounter("a_total", "Help.", new CounterConfiguration { LabelNames = ["x", "y"] }).ShouldBeSameAs(counter);
        _metrics.CreateCounter("a_total", "Other help.", ["x", "y"], new CounterConfiguration()).ShouldBeSameAs(counter);
        _metrics.CreateGauge("b", "Other help.").ShouldBeSameAs(gauge);
        _metrics.CreateHistogram("c", "Help.", ["x"], new HistogramConfiguration { Buckets = [1] }).ShouldBeSameAs(histogram);
        Metrics.WithCustomRegistry(_registry).CreateCounter("a_total", "Help.", "x", "y").ShouldBeSameAs(counter);
    }

    [Fact]
    public void Create_OtherRegistry_IsAnother() =>
        Metrics.WithCustomRegistry(Metrics.NewCustomRegistry()).CreateGauge("a", "Help.")
            .ShouldNotBeSameAs(_metrics.CreateGauge("a", "Help."));

    [Fact]
    public async Task Create_SameNameOtherLabels_IsAnotherOfTheSameFamily()
    {
        // Allowed since prometheus-net 7.0.0.
        _metrics.CreateGauge("a", "Help.").Set(1);
        _metrics.CreateGauge("between", "Help.");
        _metrics.CreateGauge("a", "Help.", "x").WithLabels("1").Set(2);

        var scrape = await Scrapes.TakeAsync(_registry);

        scrape.Text.ShouldStartWith("# HELP a Help.\n# TYPE a gauge\na 1\na{x=\"1\"} 2\n");
        scrape.Types.Count.ShouldBe(2);
    }

    [Fact]
    public void Create_SameNameOtherType_IsRefused()
    {
        _metrics.CreateGauge("a", "Help.");

        Should.Throw<InvalidOperationException>(() => _metrics.CreateCounter("a", "Help."));
        Should.Throw<InvalidOperationException>(() => _metrics.CreateHistogram("a", "Help.", "x"));
    }

    [Theory]
    [InlineData("")]
    [InlineData("my-metric")]
    [InlineData("my!metric")]
    [InlineData("%")]
    [InlineData("5a")]
    [InlineData("a:b")]
    [InlineData("ä")]
    [InlineData("a b")]
    public void Create_NotAMetricName_IsRefused(string name) =>
        Should.Throw<ArgumentException>(() => _metrics.CreateGauge(name, "Help."));

    [Theory]
    [InlineData("a")]
    [InlineData("_a")]
    [InlineData("Http_2xx_total")]
    public void Create_MetricName_IsTaken(string name) => _metrics.CreateGauge(name, "Help.").Name.ShouldBe(name);

    [Theory]
    [InlineData("")]
    [InlineData("my-label")]
    [InlineData("my:label")]
    [InlineData("5a")]
    [InlineData("__reserved")]
    public void Create_NotALabelName_IsRefused(string name) =>
        Should.Throw<ArgumentException>(() => _metrics.CreateGauge("a", "Help.", name));

    [Fact]
    public void CreateHistogram_LabelLe_IsRefused() =>
        Should.Throw<ArgumentException>(() => _metrics.CreateHistogram("a", "Help.", "le"));

    [Fact]
    public void Create_SameLabelTwice_IsRefused() =>
        Should.Throw<InvalidOperationException>(() => _metrics.CreateGauge("a", "Help.", "x", "x"));

    [Fact]
    public void WithCustomRegistry_Null_IsRefused() => Should.Throw<ArgumentNullException>(() => Metrics.WithCustomRegistry(null!));
}
