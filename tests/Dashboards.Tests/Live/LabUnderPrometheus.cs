using Dashboards.Tests.Live;

[assembly: AssemblyFixture(typeof(LabUnderPrometheus))]

namespace Dashboards.Tests.Live;

/// <summary>
/// A run of the lab, scraped by a real Prometheus with the configuration in dashboards/prometheus. The lab measures small files only; with
/// WHOLE_LAB=true in the environment it measures all of its default suite, which takes a minute more.
/// </summary>
public sealed class LabUnderPrometheus : IScraped, IAsyncLifetime
{
    private static readonly string[] SmallFiles = ["--only", "size=10KB,instances=16", "--repeat", "1"];

    private readonly TempDirectory _folder = new("dashboards");
    private readonly Lazy<Task<GrafanaView>> _run;
    private PrometheusServer? _prometheus;

    public LabUnderPrometheus() => _run = new Lazy<Task<GrafanaView>>(RunAsync);

    public IReadOnlyList<string> Dashboards => ["analyzer", "lab"];

    public string Rules => "analyzer";

    /// <summary>The folder that the run left.</summary>
    public string Results => new DirectoryInfo(_folder.Combine("load", "results")).GetDirectories().ShouldHaveSingleItem().FullName;

    public ValueTask InitializeAsync() => ValueTask.CompletedTask;

    public bool IsAbsent(string query) => false;

    public bool IsItsOwn(string metric) => true;

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
        var configuration = Configuration.CopyTo(_folder);
        _prometheus = await PrometheusServer.StartAsync(new TempDirectory("prometheus"), configuration, CancellationToken.None);
        var started = TimeProvider.System.GetUtcNow();
        string[] files = Environment.GetEnvironmentVariable("WHOLE_LAB") == "true" ? [] : SmallFiles;
        using var lab = await LabProcess.SucceedAsync([.. files, "--out", results]);

        var variables = new Dictionary<string, string> { ["run"] = Path.GetFileName(Results), ["variant"] = ".*", ["job"] = "analyzer" };
        var view = new GrafanaView(_prometheus, variables, started, TimeProvider.System.GetUtcNow());
        var services = (await view.SeriesAsync())
            .Where(series => series["__name__"] == "analyzer_build_info").Select(series => series["instance"]).ToList();
        services.ShouldNotBeEmpty("Prometheus found no service of the lab");
        variables["instance"] = string.Join('|', services);
        variables["__rate_interval"] = "2m"; // two scrapes at least, also when a busy machine lets most fail
        return view;
    }
}
