using System.Text.Json;

namespace Load.Metrics;

/// <summary>
/// Where a Prometheus finds the lab and the services that it starts, on whatever ports were free: a file that Prometheus watches
/// (https://prometheus.io/docs/prometheus/latest/configuration/configuration/#file_sd_config), there only while something runs.
/// </summary>
internal sealed class ScrapeTargets : IDisposable
{
    public const string FileName = "targets.json";

    private readonly Lock _lock = new();
    private readonly List<ScrapeTarget> _targets = [];
    private readonly string _path;
    private readonly string _run;

    /// <param name="folder">Which the file is in.</param>
    /// <param name="run">Its id.</param>
    /// <param name="lab">Port of the lab's own metrics.</param>
    public ScrapeTargets(string folder, string run, int lab)
    {
        _path = Path.Combine(folder, FileName);
        _run = run;

        // The lab's own series carry the run already.
        _targets.Add(new ScrapeTarget([$"127.0.0.1:{lab}"], new() { ["job"] = "load" }));
        Write();
    }

    /// <summary>A service has been started.</summary>
    /// <param name="http">Where it listens for HTTP/1.1.</param>
    /// <param name="settings">Name of what it was started with.</param>
    public void Add(Uri http, string settings)
    {
        lock (_lock)
        {
            _targets.Add(new ScrapeTarget([http.Authority], new() { ["job"] = "analyzer", ["run"] = _run, ["settings"] = settings }));
            Write();
        }
    }

    /// <summary>A service is about to be stopped.</summary>
    public void Remove(Uri http)
    {
        lock (_lock)
        {
            _targets.RemoveAll(target => target.Targets.Contains(http.Authority));
            Write();
        }
    }

    public void Dispose() => File.Delete(_path);

    /// <summary>Put in place whole: Prometheus may read it at any moment.</summary>
    private void Write()
    {
        var draft = $"{_path}.{Environment.ProcessId}";
        File.WriteAllBytes(draft, JsonSerializer.SerializeToUtf8Bytes(_targets, ScrapeTargetJson.Default.ListScrapeTarget));
        File.Move(draft, _path, overwrite: true);
    }
}
