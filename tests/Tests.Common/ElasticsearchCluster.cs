using System.Diagnostics;

namespace Tests.Common;

/// <summary>
/// A real server for all tests of an assembly (make it an assembly fixture): the one that ELASTICSEARCH_URL names, with ELASTICSEARCH_USER
/// and ELASTICSEARCH_PASSWORD where it wants them; otherwise one that is started for the first test that asks, and stopped at the end.
/// With more than one node, or with security, it is always one that is started.
/// </summary>
public sealed class ElasticsearchCluster : IAsyncDisposable
{
    private static readonly TimeSpan StartLimit = TimeSpan.FromMinutes(5);

    private const UnixFileMode OthersMayEnter =
        UnixFileMode.GroupRead | UnixFileMode.GroupExecute | UnixFileMode.OtherRead | UnixFileMode.OtherExecute;

    private readonly Lock _lock = new();
    private readonly TempDirectory _home = new("elasticsearch");
    private Task<string>? _addresses;
    private string? _script;

    public int Nodes { get; init; } = 1;

    /// <summary>Whether it wants a user with a password.</summary>
    public bool IsSecured { get; init; }

    /// <summary>Null where anybody may do anything.</summary>
    public string? UserName => IsSecured ? "elastic" : IsOrdinary ? Environment.GetEnvironmentVariable("ELASTICSEARCH_USER") : null;

    public string? Password => IsSecured ? "analyzer-test" : IsOrdinary ? Environment.GetEnvironmentVariable("ELASTICSEARCH_PASSWORD") : null;

    private bool IsOrdinary => Nodes == 1 && !IsSecured;

    /// <returns>Base addresses of its nodes, separated by commas.</returns>
    public Task<string> SkipUnlessPresentAsync()
    {
        // Once, also when it fails: the other tests would meet the same.
        lock (_lock)
        {
            return _addresses ??= FindAsync();
        }
    }

    /// <summary>Stops the first node's process as it stands: connections stay open, and nothing is answered. Skips where it is not ours to stop.</summary>
    public async Task PauseAsync()
    {
        await SkipUnlessPresentAsync();
        Assert.SkipWhen(_script is null, "The server was not started by the tests, and is not theirs to stop.");
        await RunAsync("pause", "elasticsearch", "1").Within();
    }

    /// <summary>Lets it go on.</summary>
    public Task ResumeAsync() => RunAsync("resume", "elasticsearch", "1").Within();

    public async ValueTask DisposeAsync()
    {
        if (_script is not null)
        {
            await RunAsync("down", "elasticsearch");
        }

        _home.Dispose();
    }

    private async Task<string> FindAsync()
    {
        if (IsOrdinary && Environment.GetEnvironmentVariable("ELASTICSEARCH_URL") is { Length: > 0 } addresses)
        {
            return addresses;
        }

        _script = SharedData.SkipUnlessPresent("services", "services");
        if (!OperatingSystem.IsWindows())
        {
            // Elasticsearch does not run as root: started by root it runs as another user, who must get in.
            File.SetUnixFileMode(_home.Path, File.GetUnixFileMode(_home.Path) | OthersMayEnter);
        }

        // Node i of n listens i ports further on, and speaks to the others 100 further.
        var port = LoopbackPort.FindFree([.. Enumerable.Range(0, Nodes), .. Enumerable.Range(100, Nodes)]);
        var first = await RunAsync("up", "elasticsearch", "--port", $"{port}", "--nodes", $"{Nodes}", IsSecured ? "--security" : "").Within(StartLimit);
        return string.Join(',', Enumerable.Range(0, Nodes).Select(node => first.Replace($":{port}", $":{port + node}", StringComparison.Ordinal)));
    }

    private async Task<string> RunAsync(params string[] arguments)
    {
        // Its output goes to a file: a pipe would stay open for as long as the server lives, which inherits it.
        var output = _home.Combine("out");
        var command = $"'{_script}' {string.Join(' ', arguments)} > '{output}' 2> '{_home.Combine("log")}'";
        var start = new ProcessStartInfo("/bin/sh", ["-c", command]) { Environment = { ["SERVICES_HOME"] = _home.Combine("home") } };
        using var process = Process.Start(start)!;
        await process.WaitForExitAsync(CancellationToken.None);
        process.ExitCode.ShouldBe(0, File.ReadAllText(_home.Combine("log")));
        return File.ReadAllText(output).Trim();
    }
}
