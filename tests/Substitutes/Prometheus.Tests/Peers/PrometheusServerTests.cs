using Prometheus.Tests.Hosting;

namespace Prometheus.Tests.Peers;

/// <summary>A real Prometheus scrapes the same registry in both formats and is asked what it understood.</summary>
public sealed class PrometheusServerTests
{
    [Fact]
    public async Task Scrape_BothFormats_ArriveWhole()
    {
        var cancellationToken = TestContext.Current.CancellationToken;
        var registry = Metrics.NewCustomRegistry();
        SampleMetrics.AddTo(registry);
        await using var openMetrics = await MetricsApp.StartAsync(registry);
        await using var text = await MetricsApp.StartAsync(registry);

        await using var prometheus = await PrometheusServer.StartAsync(
            $"""
            global:
              scrape_interval: 200ms
              scrape_timeout: 200ms
            scrape_configs:
              - job_name: openmetrics
                static_configs:
                  - targets: ["{openMetrics.Address.Authority}"]
              - job_name: text
                params:
                  accept: ["text/plain"]
                static_configs:
                  - targets: ["{text.Address.Authority}"]
            """,
            cancellationToken);

        foreach (var job in (string[])["openmetrics", "text"])
        {
            (await prometheus.QueryUntilPresentAsync($$"""up{job="{{job}}"} == 1""", cancellationToken)).ShouldHaveSingleItem();
            await SamplesAreThoseExposedAsync(prometheus, job, cancellationToken);
        }

        (await TypeAsync(prometheus, "sample_requests_total", "text", cancellationToken)).ShouldBe("counter");
        (await TypeAsync(prometheus, "sample_requests", "openmetrics", cancellationToken)).ShouldBe("counter");
        (await ExemplarsAsync(prometheus, cancellationToken)).ShouldBe(
        [
            ("sample_latency_seconds_bucket", "openmetrics", SampleMetrics.TraceId, 3),
            ("sample_requests_total", "openmetrics", SampleMetrics.TraceId, 0.5),
        ]);
    }

    private static async Task SamplesAreThoseExposedAsync(PrometheusServer prometheus, string job, CancellationToken cancellationToken)
    {
        var requests = await QueryAsync("sample_requests_total");
        requests.ToDictionary(sample => sample.Labels["outcome"], sample => sample.Value)
            .ShouldBe(new Dictionary<string, double> { ["ok"] = 41, [SampleMetrics.AwkwardValue] = 0.5 }, ignoreOrder: true);

        var extremes = (await QueryAsync("sample_extremes")).ToDictionary(sample => sample.Labels["which"], sample => sample.Value);
        extremes["nan"].ShouldBe(double.NaN);
        extremes["inf"].ShouldBe(double.PositiveInfinity);
        extremes["negative_inf"].ShouldBe(double.NegativeInfinity);
        extremes["tiny"].ShouldBe(5e-324);
        extremes["huge"].ShouldBe(double.MaxValue);

        (await QueryAsync("sample_latency_seconds_count")).ShouldHaveSingleItem().Value.ShouldBe(31);
        (await QueryAsync("sample_latency_seconds_sum")).ShouldHaveSingleItem().Value.ShouldBe(3.09, tolerance: 1e-12);
        (await QueryAsync("sample_latency_seconds_bucket")).Count.ShouldBe(19);
        var median = await prometheus.QueryAsync(
            $$"""histogram_quantile(0.5, sample_latency_seconds_bucket{job="{{job}}"})""", cancellationToken);
        median.ShouldHaveSingleItem().Value.ShouldBeInRange(0.002, 0.004);

        Task<IReadOnlyList<PrometheusSample>> QueryAsync(string metric) =>
            prometheus.QueryAsync($$"""{{metric}}{job="{{job}}"}""", cancellationToken);
    }

    private static async Task<string> TypeAsync(PrometheusServer prometheus, string metric, string job, CancellationToken cancellationToken)
    {
        var query = Uri.EscapeDataString($$"""{job="{{job}}"}""");
        var metadata = await prometheus.GetAsync($"api/v1/targets/metadata?metric={metric}&match_target={query}", cancellationToken);
        return metadata.EnumerateArray().ShouldHaveSingleItem().GetProperty("type").GetString()!;
    }

    private static async Task<IEnumerable<(string Metric, string Job, string TraceId, double Value)>> ExemplarsAsync(
        PrometheusServer prometheus, CancellationToken cancellationToken)
    {
        var now = TimeProvider.System.GetUtcNow();
        var (start, end) = (now.AddHours(-1).ToUnixTimeSeconds(), now.AddHours(1).ToUnixTimeSeconds());
        var query = Uri.EscapeDataString("""{__name__=~"sample_.*"}""");
        var series = await prometheus.GetAsync($"api/v1/query_exemplars?query={query}&start={start}&end={end}", cancellationToken);
        return
            from one in series.EnumerateArray()
            let labels = one.GetProperty("seriesLabels")
            from exemplar in one.GetProperty("exemplars").EnumerateArray()
            let metric = labels.GetProperty("__name__").GetString()!
            orderby metric
            select (
                metric,
                labels.GetProperty("job").GetString()!,
                exemplar.GetProperty("labels").GetProperty("trace_id").GetString()!,
                double.Parse(exemplar.GetProperty("value").GetString()!, System.Globalization.CultureInfo.InvariantCulture));
    }
}
