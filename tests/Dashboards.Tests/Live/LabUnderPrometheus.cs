using Dashboards.Tests.Grafana;
using Dashboards.Tests.Live;

[assembly: AssemblyFixture(typeof(LabUnderPrometheus))]

namespace Dashboards.Tests.Live;

/// <summary>
/// <c>dotnet run --project load</c> under a real Prometheus that is configured by dashboards/prometheus as it stands. The lab measures small files only;
/// all of its default suite with WHOLE_LAB=true in the environment, which takes a minute more.
/// </summary>
public sealed class LabUnderPrometheus : IAsyncLifetime
{
    private static readonly string[] SmallFiles = ["--only", "size=10KB,instances=16", "--repeat", "1"];

    private readonly TempDirectory _folder = new("dashboards");
    private readonly Lazy<Task<GrafanaView>> _run;
    private PrometheusServer? _prometheus;

    public LabUnderPrometheus() => _run = new Lazy<Task<GrafanaView>>(RunAsync);

    /// <summary>The folder that the run left.</summary>
    public string Results => new DirectoryInfo(_folder.Combine("load", "results")).GetDirectories().ShouldHaveSingleItem().FullName;

    public ValueTask InitializeAsync() => ValueTask.CompletedTask;

    /// <summary>What Prometheus saw of the run, which is one for all tests; skips the test where there is no Prometheus.</summary>
    public Task<GrafanaView> ViewAsync()
    {
        InstalledProgram.SkipUnlessPresent("prometheus", package: "prometheus");
        return _run.Value;
    }

    public async ValueTask DisposeAsync()
    {
        if (_prometheus is not null)
        {
            await _prometheus.DisposeAsync();
        }

        _folder.Dispose();
    }

    private async Task<GrafanaView> RunAsync()
    {
        var results = Directory.CreateDirectory(_folder.Combine("load", "results")).FullName;
        _prometheus = await PrometheusServer.StartAsync(new TempDirectory("prometheus"), CopyConfiguration(), CancellationToken.None);
        var started = DateTimeOffset.UtcNow;
        await LabProcess.RunAsync([.. Environment.GetEnvironmentVariable("WHOLE_LAB") == "true" ? [] : SmallFiles, "--out", results]);

        var variables = new Dictionary<string, string> { ["run"] = Path.GetFileName(Results), ["variant"] = ".*", ["job"] = "analyzer" };
        var view = new GrafanaView(_prometheus, variables, started, DateTimeOffset.UtcNow);
        var services = (await view.SeriesAsync()).Where(series => series["__name__"] == "analyzer_build_info").Select(series => series["instance"]).ToList();
        services.ShouldNotBeEmpty("Prometheus found no service of the lab");
        variables["instance"] = string.Join('|', services);
        variables["__rate_interval"] = "4s"; // of scrapes a second apart
        return view;
    }

    /// <summary>As it lies in the repository, and the lab's results with it: prometheus.yml names their place relative to its own.</summary>
    private string CopyConfiguration()
    {
        var folder = Directory.CreateDirectory(_folder.Combine("dashboards", "prometheus")).FullName;
        foreach (var file in Directory.GetFiles(Path.Combine(Dashboard.Folder, "prometheus")))
        {
            File.Copy(file, Path.Combine(folder, Path.GetFileName(file)));
        }

        return Path.Combine(folder, "prometheus.yml");
    }
}
