using System.Text.Json;
using System.Text.Json.Serialization;
using Load.Machine;

namespace Load.Live;

/// <summary>
/// Leads a Prometheus to the lab and to the processes that it starts, on whatever ports were free: a file that Prometheus watches
/// (https://prometheus.io/docs/prometheus/latest/configuration/configuration/#file_sd_config), there only while something runs.
/// </summary>
internal sealed class ScrapeTargets : IDisposable
{
    public const string FileName = "targets.json";

    private readonly Lock _lock = new();
    private readonly List<ScrapeTarget> _targets = [];
    private readonly string _path;
    private readonly string _run;

    /// <param name="folder">The folder of the file.</param>
    /// <param name="run">Its id.</param>
    /// <param name="lab">Port of the lab's own metrics.</param>
    /// <exception cref="LabException">The folder takes no file.</exception>
    public ScrapeTargets(string folder, string run, int lab)
    {
        _path = Path.Combine(folder, FileName);
        _run = run;

        // The lab's own series carry the run already.
        _targets.Add(new ScrapeTarget([$"127.0.0.1:{lab}"], new() { ["job"] = "load" }));
        try
        {
            Write();
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new LabException($"--out: results cannot be written to {folder}: {exception.Message}");
        }
    }

    /// <summary>A process has been started.</summary>
    /// <param name="metrics">The address of the metrics.</param>
    /// <param name="job">The name of its series.</param>
    /// <param name="settings">Name of what it was started with.</param>
    public void Add(Uri metrics, string job, string settings)
    {
        lock (_lock)
        {
            _targets.Add(new ScrapeTarget([metrics.Authority], new() { ["job"] = job, ["run"] = _run, ["settings"] = settings }));
            TryWrite();
        }
    }

    /// <summary>A process is about to be stopped.</summary>
    public void Remove(Uri metrics)
    {
        lock (_lock)
        {
            _targets.RemoveAll(target => target.Targets.Contains(metrics.Authority));
            TryWrite();
        }
    }

    public void Dispose() => File.Delete(_path);

    /// <summary>A disk that is full by now ends no measurement: Prometheus only misses a process.</summary>
    private void TryWrite()
    {
        try
        {
            Write();
        }
        catch (IOException)
        {
            // As above.
        }
    }

    /// <summary>Put in place whole: Prometheus may read it at any moment.</summary>
    private void Write()
    {
        var draft = $"{_path}.{Environment.ProcessId}";
        File.WriteAllBytes(draft, JsonSerializer.SerializeToUtf8Bytes(_targets, ScrapeTargetJson.Default.ListScrapeTarget));
        File.Move(draft, _path, overwrite: true);
    }
}

/// <summary>An element of Prometheus' file_sd format.</summary>
/// <param name="Targets">Host and port of each.</param>
/// <param name="Labels">The labels of all their series.</param>
internal sealed record ScrapeTarget(string[] Targets, Dictionary<string, string> Labels);

[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, WriteIndented = true)]
[JsonSerializable(typeof(List<ScrapeTarget>))]
internal sealed partial class ScrapeTargetJson : JsonSerializerContext;
