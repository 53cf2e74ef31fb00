using Load.Machine;

namespace Load.Systems.Sigma.Processes;

/// <summary><c>sigma run</c> as a process of its own.</summary>
internal sealed class SigmaProcess : IAsyncDisposable
{
    public const string Project = "Sigma.Streams";

    private readonly ChildProcess _child;
    private readonly Uri _http;

    private SigmaProcess(ChildProcess child, Uri http) => (_child, _http) = (child, http);

    /// <summary>The process, for figures of its usage.</summary>
    public IObservedProcess Observed => _child;

    /// <summary>The address of its page and its metrics.</summary>
    public Uri Http => _http;

    private static string BuiltAssembly => Machine.BuiltAssembly.Find(Project, assembly: "sigma");

    /// <returns>A process that runs, and need not be ready.</returns>
    public static SigmaProcess Launch(SigmaStart start)
    {
        var http = new Uri($"http://127.0.0.1:{start.Port}");
        Directory.CreateDirectory(start.Folder);
        var command = DotNet.Start(
            start.Assembly ?? BuiltAssembly,
            [
                "run", .. start.Settings.Select(setting => $"--Sigma:{setting.Key}={setting.Value}"),
                $"--Sigma:HttpPort={start.Port}",
                $"--Sigma:DataDirectory={Path.Combine(start.Folder, "data")}",
                "--Sigma:StopAtEndOfInput=true", // how the lab stops it, also when the lab itself is killed
            ]);
        var log = Path.Combine(start.LogFolder ?? start.Folder, "sigma.log");
        return new(ChildProcess.Start(start.Name, command, log, new Uri(http, "/metrics"), start.Processors), http);
    }

    /// <inheritdoc cref="ChildProcess.WaitUntilReadyAsync"/>
    public Task BecomeReadyAsync(CancellationToken cancellationToken) =>
        _child.WaitUntilReadyAsync(new Uri(_http, "/healthz/ready"), cancellationToken);

    /// <inheritdoc cref="ChildProcess.KillAsync"/>
    public Task KillAsync(CancellationToken cancellationToken) => _child.KillAsync(cancellationToken);

    public ValueTask DisposeAsync() => _child.DisposeAsync();
}

/// <param name="Assembly">Its dll; null for the one that was built with the lab.</param>
/// <param name="Folder">For its log and its data.</param>
/// <param name="Port">The port of its page and its metrics.</param>
/// <param name="Settings">Without the section's name.</param>
/// <param name="Processors">Its own; null for all of them.</param>
internal sealed record SigmaStart(
    string? Assembly, string Folder, int Port, IReadOnlyList<KeyValuePair<string, string>> Settings, Processors? Processors = null)
{
    /// <summary>The name in tables: processes that are observed together have different names.</summary>
    public string Name { get; init; } = "sigma";

    /// <summary>The folder of its log, if the log outlives the data; null for the same folder.</summary>
    public string? LogFolder { get; init; }
}
