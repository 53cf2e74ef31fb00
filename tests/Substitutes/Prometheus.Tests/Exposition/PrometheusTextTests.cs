namespace Prometheus.Tests.Exposition;

/// <summary>https://prometheus.io/docs/instrumenting/exposition_formats</summary>
public sealed class PrometheusTextTests
{
    private readonly CollectorRegistry _registry = Metrics.NewCustomRegistry();
    private readonly MetricFactory _metrics;

    public PrometheusTextTests() => _metrics = Metrics.WithCustomRegistry(_registry);

    [Fact]
    public async Task Scrape_EmptyRegistry_IsEmpty()
    {
        using var stream = new MemoryStream();

        await _registry.CollectAndExportAsTextAsync(stream, TestContext.Current.CancellationToken).Within();

        stream.Length.ShouldBe(0);
    }

    [Fact]
    public async Task Scrape_EachKindOfMetric_IsTheGoldenText()
    {
        var requests = _metrics.CreateCounter("requests_total", "Requests by code.", "method", "code");
        requests.WithLabels("GET", "200").Inc(3);
        requests.WithLabels("PUT", "500").Inc(0.5);
        _metrics.CreateGauge("temperature", "").Set(-2);
        var latency = _metrics.CreateHistogram("latency_seconds", "Latency.", new HistogramConfiguration { Buckets = [0.005, 1, 1e45] });
        latency.Observe(0.005);
        latency.Observe(2.25);

        (await Scrapes.TakeAsync(_registry)).Text.ShouldBe(
            """
            # HELP requests_total Requests by code.
            # TYPE requests_total counter
            requests_total{method="GET",code="200"} 3
            requests_total{method="PUT",code="500"} 0.5
            # HELP temperature 
            # TYPE temperature gauge
            temperature -2
            # HELP latency_seconds Latency.
            # TYPE latency_seconds histogram
            latency_seconds_sum 2.255
            latency_seconds_count 2
            latency_seconds_bucket{le="0.005"} 1
            latency_seconds_bucket{le="1"} 1
            latency_seconds_bucket{le="1e+45"} 2
            latency_seconds_bucket{le="+Inf"} 2

            """.ReplaceLineEndings("\n"));
    }

    [Fact]
    public async Task Scrape_LabelledHistogram_HasLeLast()
    {
        _metrics.CreateHistogram("size", "Size.", ["type"], new HistogramConfiguration { Buckets = [1] }).WithLabels("pdf").Observe(1);

        (await Scrapes.TakeAsync(_registry)).Text.ShouldEndWith(
            """
            size_sum{type="pdf"} 1
            size_count{type="pdf"} 1
            size_bucket{type="pdf",le="1"} 1
            size_bucket{type="pdf",le="+Inf"} 1

            """.ReplaceLineEndings("\n"));
    }

    [Theory]
    [InlineData("""a"b""", """{l="a\"b"}""")]
    [InlineData("""a\b""", """{l="a\\b"}""")]
    [InlineData("a\nb", """{l="a\nb"}""")]
    [InlineData("""\n""", """{l="\\n"}""")]
    [InlineData("", """{l=""}""")]
    [InlineData("größe 📄", """{l="größe 📄"}""")]
    public async Task Scrape_LabelValue_IsEscaped(string value, string expected)
    {
        _metrics.CreateGauge("g", "Help.", "l").WithLabels(value).Set(1);

        (await Scrapes.TakeAsync(_registry)).Text.ShouldEndWith($"\ng{expected} 1\n");
    }

    [Theory]
    [InlineData(0, "0")]
    [InlineData(-0.125, "-0.125")]
    [InlineData(123456789, "123456789")]
    [InlineData(0.1 + 0.2, "0.30000000000000004")]
    [InlineData(1e45, "1e+45")]
    [InlineData(5e-324, "5e-324")]
    [InlineData(double.NaN, "NaN")]
    [InlineData(double.PositiveInfinity, "+Inf")]
    [InlineData(double.NegativeInfinity, "-Inf")]
    public async Task Scrape_Value_IsSpelledAsPrometheusReadsIt(double value, string expected)
    {
        _metrics.CreateGauge("g", "Help.").Set(value);

        (await Scrapes.TakeAsync(_registry)).Text.ShouldEndWith($"\ng {expected}\n");
    }

    [Fact]
    public async Task Scrape_Exemplars_AreLeftOut()
    {
        _metrics.CreateCounter("requests_total", "Requests.").Inc(Exemplar.From(Exemplar.Pair("trace_id", "1")));

        (await Scrapes.TakeAsync(_registry)).Text.ShouldEndWith("\nrequests_total 1\n");
    }

    [Fact]
    public async Task Scrape_Twice_HasTheSameOrder()
    {
        for (var i = 0; i < 50; i++)
        {
            _metrics.CreateGauge($"g_{i}", "Help.", "l").WithLabels($"{i % 7}").Set(i);
            _metrics.CreateGauge("shared", "Help.", "l").WithLabels($"{i}").Set(i);
        }

        var first = await Scrapes.TakeAsync(_registry);
        var second = await Scrapes.TakeAsync(_registry);

        second.Text.ShouldBe(first.Text);
        var children = first.Samples.Where(sample => sample.Name == "shared").Select(sample => sample.Value);
        children.ShouldBe(Enumerable.Range(0, 50).Select(i => (double)i));
    }

    [Fact]
    public async Task Scrape_FarLargerThanOneBuffer_ComesWhole()
    {
        const int Series = 20_000;
        var gauge = _metrics.CreateGauge("series", "Help.", "name");
        var text = new string('x', 100);
        for (var i = 0; i < Series; i++)
        {
            gauge.WithLabels($"{text}{i}").Set(i);
        }

        _metrics.CreateGauge("last", "Help.").Set(1);

        var scrape = await Scrapes.TakeAsync(_registry);
        scrape.Samples.Count.ShouldBe(Series + 1);
        scrape.Samples.Take(Series).ShouldAllBe(sample => sample.Labels["name"] == $"{text}{sample.Value}");
    }
}
