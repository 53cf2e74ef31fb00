namespace Dashboards.Tests.Live;

/// <summary>What a host sends by OTLP, received by a program that nobody here wrote, and asked of a real Prometheus.</summary>
[Trait("Category", "EndToEnd")]
public sealed class OtlpTests : IDisposable
{
    private readonly TempDirectory _folder = new("otlp");

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Metrics_SentByOtlp_AnswerTheQueriesThatAScrapeAnswers()
    {
        await using var receiver = await VictoriaMetricsServer.StartAsync();
        await using var prometheus = await PrometheusServer.StartAsync(
            $$"""
            global: { scrape_interval: 1s }
            scrape_configs:
              - job_name: federation
                honor_labels: true
                metrics_path: /federate
                params: { "match[]": ['{__name__!=""}'] }
                static_configs: [{ targets: ["{{receiver.Address}}"] }]
            """,
            Token);
        var port = LoopbackPort.FindFree();
        await File.WriteAllTextAsync(_folder.Combine("appsettings.json"), """{ "OTEL_METRIC_EXPORT_INTERVAL": 500 }""", Token);
        using var prober = BuiltProgram.Start(
            "Prober", _folder.Path, $"--Prober:HttpPort={port}", $"--Prober:Targets:0=http://127.0.0.1:{port}/healthz/live",
            "--Prober:Interval=1s", $"--Prober:MetricsCollector={receiver.Collector}");

        foreach (var query in (string[])
        [
            "prober_build_info{service_name=\"prober\"}",
            "sum(prober_probes_total) > 0",
            "histogram_quantile(0.5, sum by (le) (prober_lateness_seconds_bucket)) > 0",
            "slo_objective_ratio == 0.999",
            "prober_targets{state=\"up\"} == 1",
        ])
        {
            (await prometheus.QueryUntilPresentAsync(query, Token)).ShouldNotBeEmpty();
        }
    }
}
