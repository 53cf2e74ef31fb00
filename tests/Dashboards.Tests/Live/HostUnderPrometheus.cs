using System.Diagnostics;
using System.Text.Json;
using Dashboards.Tests.Grafana;

namespace Dashboards.Tests.Live;

/// <summary>
/// A host as it was built, in use until its dashboard and rules show something, scraped by a real Prometheus with the configuration in
/// dashboards/prometheus, which finds it where it would find one that the lab had started.
/// </summary>
public abstract class HostUnderPrometheus : IScraped, IAsyncLifetime
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(300);

    private readonly string _name;
    private readonly Lazy<Task<GrafanaView>> _run;
    private PrometheusServer? _prometheus;

    /// <param name="name">The name of its dashboard, its rules and its job, and the beginning of its metrics.</param>
    protected HostUnderPrometheus(string name)
    {
        (_name, Folder) = (name, new TempDirectory(name));
        _run = new Lazy<Task<GrafanaView>>(RunAsync);
    }

    public IReadOnlyList<string> Dashboards => [_name];

    public string Rules => _name;

    protected TempDirectory Folder { get; }

    /// <summary>Queries that have an answer once the host was used enough, beside those of the dashboard and the rules.</summary>
    protected abstract IReadOnlyList<string> Signs { get; }

    public ValueTask InitializeAsync() => ValueTask.CompletedTask;

    public virtual bool IsAbsent(string query) => query.StartsWith("load_", StringComparison.Ordinal);

    public bool IsItsOwn(string metric) => metric.StartsWith($"{_name}_", StringComparison.Ordinal);

    public Task<GrafanaView> ViewAsync()
    {
        InstalledProgram.SkipUnlessPresent("prometheus", package: "prometheus");
        return _run.Value;
    }

    public async ValueTask DisposeAsync()
    {
        GC.SuppressFinalize(this);
        if (_prometheus is not null)
        {
            await _prometheus.DisposeAsync();
        }

        Folder.Dispose();
    }

    /// <returns>The processes; they end with the run.</returns>
    protected abstract Task<IReadOnlyList<IDisposable>> StartAsync(int port);

    /// <summary>Calls the host once in each way that its metrics tell of; it may not have started yet.</summary>
    protected abstract Task UseAsync(HttpClient http, Uri host);

    private async Task<GrafanaView> RunAsync()
    {
        var port = LoopbackPort.FindFree();
        var instance = $"127.0.0.1:{port}";
        var results = Directory.CreateDirectory(Folder.Combine("load", "results")).FullName;
        var targets = new[] { new { targets = new[] { instance }, labels = new { job = _name, run = "test" } } };
        await File.WriteAllTextAsync(Path.Combine(results, "targets.json"), JsonSerializer.Serialize(targets));
        var configuration = Configuration.CopyTo(Folder);
        _prometheus = await PrometheusServer.StartAsync(new TempDirectory("prometheus"), configuration, CancellationToken.None);
        var variables = new Dictionary<string, string>
        {
            ["run"] = "test",
            ["job"] = _name,
            ["instance"] = instance,
            ["kind"] = ".*", // of the prober's targets
            ["__rate_interval"] = "2m", // two scrapes at least, also when a busy machine lets most fail
        };
        var now = TimeProvider.System.GetUtcNow();

        var processes = await StartAsync(port);
        try
        {
            return await UseUntilSeenAsync(new GrafanaView(_prometheus, variables, now, now), new Uri($"http://{instance}"));
        }
        finally
        {
            foreach (var process in processes)
            {
                process.Dispose();
            }
        }
    }

    /// <summary>
    /// On a busy machine scrapes fail, and rules are late: it is used until all is seen. The tests name what is not seen after ten minutes.
    /// </summary>
    private async Task<GrafanaView> UseUntilSeenAsync(GrafanaView view, Uri host)
    {
        var began = Stopwatch.GetTimestamp();
        using var http = new HttpClient();
        IReadOnlyList<string> awaited =
        [
            .. Signs,
            .. RuleFile.Load(Rules).Rules.Where(rule => !rule.IsAlert).Select(rule => rule.Name),
            .. Dashboard.Load(_name).Charts.SelectMany(chart => chart.Targets).Select(target => target.Expression)
                .Where(query => !IsAbsent(query)),
        ];
        do
        {
            try
            {
                await UseAsync(http, host);
            }
            catch (HttpRequestException)
            {
                // It has not started yet.
            }

            await Task.Delay(Pause);
            view = view with { End = TimeProvider.System.GetUtcNow() };
            awaited = await UnseenAsync(view, awaited);
        }
        while (awaited.Count > 0 && Stopwatch.GetElapsedTime(began) < Deadline.Extended);

        return view;
    }

    /// <summary>Series that were seen stay in the view, and are not asked for again.</summary>
    private static async Task<IReadOnlyList<string>> UnseenAsync(GrafanaView view, IReadOnlyList<string> queries)
    {
        var unseen = new List<string>();
        foreach (var query in queries)
        {
            if (!(await view.QueryAsync(query)).Any(series => series.HasData))
            {
                unseen.Add(query);
            }
        }

        return unseen;
    }
}
