using Dashboards.Tests.Grafana;

namespace Dashboards.Tests.Live;

/// <summary>A finished run, imported into a Prometheus that never saw it.</summary>
[Trait("Category", "EndToEnd")]
public sealed class ExportTests(LabUnderPrometheus lab)
{
    /// <summary>The lab does not record what only the service knows.</summary>
    private static readonly string[] NotRecorded = ["analyzer_", "dotnet_threadpool_threads", "dotnet_gc_"];

    [Fact]
    public async Task Export_OpenMetrics_ShowsTheRunInAnotherPrometheus()
    {
        var view = await lab.ViewAsync();
        var folder = new TempDirectory("import");
        var file = folder.Combine("run.om");
        using var export = await LabProcess.SucceedAsync("export", lab.Results, "--format", "openmetrics", "--out", file);
        var import = await Promtool.RunAsync(
            ["tsdb", "create-blocks-from", "openmetrics", file, folder.Combine("data")], "", TestContext.Current.CancellationToken);
        import.ExitCode.ShouldBe(0, import.Output);
        var configuration = folder.Combine("prometheus.yml");
        await File.WriteAllTextAsync(configuration, "scrape_configs: []", TestContext.Current.CancellationToken);
        await using var prometheus = await PrometheusServer.StartAsync(folder, configuration, TestContext.Current.CancellationToken);
        var imported = view with { Prometheus = prometheus };

        var queries = Dashboard.Load("lab").Charts.SelectMany(panel => panel.Targets)
            .Where(target => !target.Query.Selectors.Any(selector => NotRecorded.Any(selector.Metric.StartsWith))).ToList();

        queries.Count.ShouldBeGreaterThan(10);
        foreach (var target in queries)
        {
            (await imported.QueryAsync(target.Expression)).ShouldContain(series => series.HasData, target.Expression);
        }

        // The counters of the run and its samples agree to the request.
        const string Requests = "sum by (variant, transport) (load_request_duration_seconds_count{run=~\"$run\"})";
        (await TotalsAsync(imported, Requests)).ShouldBe(RecordedRequests(), ignoreOrder: true);
    }

    private static async Task<IEnumerable<(string Row, double Requests)>> TotalsAsync(GrafanaView view, string query) =>
        (await view.QueryAsync(query)).Select(series => (series.Labels["variant"], series.Values[^1]));

    private IEnumerable<(string Row, double Requests)> RecordedRequests() =>
        from file in new DirectoryInfo(Path.Combine(lab.Results, "samples")).GetFiles()
        let row = Path.GetFileNameWithoutExtension(file.Name).Replace('_', ' ')
        select (row, (double)(File.ReadLines(file.FullName).Count() - 1));
}
