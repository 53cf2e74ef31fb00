namespace Prometheus.Tests.Exposition;

/// <summary>https://prometheus.io/docs/specs/om/open_metrics_spec</summary>
public sealed class OpenMetricsTextTests
{
    private readonly CollectorRegistry _registry = Metrics.NewCustomRegistry();
    private readonly MetricFactory _metrics;

    public OpenMetricsTextTests() => _metrics = Metrics.WithCustomRegistry(_registry);

    [Fact]
    public async Task Scrape_EmptyRegistry_IsTheEnd() => (await TextAsync()).ShouldBe("# EOF\n");

    [Fact]
    public async Task Scrape_EachKindOfMetric_IsTheGoldenText()
    {
        _metrics.CreateCounter("requests_total", "Requests by code.", "code").WithLabels("200").Inc(3);
        _metrics.CreateCounter("odd", "Not named as a counter.").Inc();
        _metrics.CreateGauge("temperature", "Outside.").Set(-2);
        var latency = _metrics.CreateHistogram("latency_seconds", "Latency.", new HistogramConfiguration { Buckets = [0.005, 1, 1e45] });
        latency.Observe(0.005);
        latency.Observe(1e44);

        (await TextAsync()).ShouldBe(
            """
            # HELP requests Requests by code.
            # TYPE requests counter
            requests_total{code="200"} 3.0
            # HELP odd Not named as a counter.
            # TYPE odd unknown
            odd 1.0
            # HELP temperature Outside.
            # TYPE temperature gauge
            temperature -2.0
            # HELP latency_seconds Latency.
            # TYPE latency_seconds histogram
            latency_seconds_sum 1e+44
            latency_seconds_count 2
            latency_seconds_bucket{le="0.005"} 1
            latency_seconds_bucket{le="1.0"} 1
            latency_seconds_bucket{le="1e+45"} 2
            latency_seconds_bucket{le="+Inf"} 2
            # EOF

            """.ReplaceLineEndings("\n"));
    }

    [Fact]
    public async Task Scrape_CounterWithExemplar_HasItBehindTheValue()
    {
        var before = TimeProvider.System.GetUtcNow().ToUnixTimeMilliseconds() / 1000.0;
        _metrics.CreateCounter("sent_total", "Sent.")
            .Inc(2.5, Exemplar.From(Exemplar.Pair("trace_id", "4bf9"), Exemplar.Pair("span_id", "00f0")));

        var scrape = await Scrapes.TakeAsync(_registry, ExpositionFormat.OpenMetricsText);

        scrape.Text.ShouldContain("\nsent_total 2.5 # {trace_id=\"4bf9\",span_id=\"00f0\"} 2.5 ");
        scrape.Sample("sent_total").Exemplar!.UnixSeconds.ShouldBeInRange(before - 1, before + 60);
    }

    [Fact]
    public async Task Scrape_HistogramWithExemplars_HasTheLatestInEachBucket()
    {
        var latency = _metrics.CreateHistogram("latency", "Latency.", new HistogramConfiguration { Buckets = [1, 2.5, 3] });
        latency.Observe(1, Exemplar.From(Exemplar.Pair("id", "1")));
        latency.Observe(1.5, Exemplar.From(Exemplar.Pair("id", "2")));
        latency.Observe(4, Exemplar.From(Exemplar.Pair("id", "3")));
        latency.Observe(5, Exemplar.From(Exemplar.Pair("id", "4")));

        var scrape = await Scrapes.TakeAsync(_registry, ExpositionFormat.OpenMetricsText);

        Bucket("1.0")!.ShouldSatisfyAllConditions(e => e.Labels["id"].ShouldBe("1"), e => e.Value.ShouldBe(1));
        Bucket("2.5")!.ShouldSatisfyAllConditions(e => e.Labels["id"].ShouldBe("2"), e => e.Value.ShouldBe(1.5));
        Bucket("3.0").ShouldBeNull();
        Bucket("+Inf")!.ShouldSatisfyAllConditions(e => e.Labels["id"].ShouldBe("4"), e => e.Value.ShouldBe(5));
        scrape.Sample("latency_count").Exemplar.ShouldBeNull();

        ScrapedExemplar? Bucket(string upperBound) => scrape.Sample("latency_bucket", ("le", upperBound)).Exemplar;
    }

    private async Task<string> TextAsync() => (await Scrapes.TakeAsync(_registry, ExpositionFormat.OpenMetricsText)).Text;
}
