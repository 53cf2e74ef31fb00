using System.Globalization;

namespace Tests.Common;

/// <summary>
/// A real Elasticsearch for all tests of an assembly or class (make it a fixture). ELASTICSEARCH_URL names one that runs already, with
/// ELASTICSEARCH_USER and ELASTICSEARCH_PASSWORD where it needs them; each test uses an index of its own there. Without the variable,
/// and always for more than one node, for security or for a named version, the fixture starts a cluster for the first test that asks, and
/// stops it at the end. ELASTICSEARCH_VERSION names the version of those that name none: 8, or 9 without the variable.
/// ELASTICSEARCH_HOME names a folder where the script has unpacked version 9 before, which saves unpacking it again.
/// </summary>
public sealed class ElasticsearchFixture : IAsyncDisposable
{
    private const UnixFileMode OthersMayEnter =
        UnixFileMode.GroupRead | UnixFileMode.GroupExecute | UnixFileMode.OtherRead | UnixFileMode.OtherExecute;

    private static readonly TimeSpan StartLimit = TimeSpan.FromMinutes(10);

    /// <summary>One cluster starts after the other: three at once take longer, on few processors, than the script waits.</summary>
    private static readonly SemaphoreSlim s_starting = new(1);

    private readonly Lock _lock = new();
    private readonly TempDirectory _home = new("elasticsearch");
    private Task<string>? _addresses;
    private ServicesScript? _script;

    public int Nodes { get; init; } = 1;

    /// <summary>8 or 9; null for any.</summary>
    public int? Version { get; init; }

    /// <summary>The version of a cluster that the fixture starts.</summary>
    public int StartedVersion => Version ?? int.Parse(
        Environment.GetEnvironmentVariable("ELASTICSEARCH_VERSION") is { Length: > 0 } named ? named : "9", CultureInfo.InvariantCulture);

    /// <summary>Whether the cluster asks for a user and a password.</summary>
    public bool IsSecured { get; init; }

    /// <summary>Null where nobody has to log in.</summary>
    public string? UserName => IsSecured ? "elastic" : MayBeShared ? Environment.GetEnvironmentVariable("ELASTICSEARCH_USER") : null;

    public string? Password =>
        IsSecured ? "analyzer-test" : MayBeShared ? Environment.GetEnvironmentVariable("ELASTICSEARCH_PASSWORD") : null;

    private bool MayBeShared => Nodes == 1 && !IsSecured && Version is null;

    /// <returns>The nodes' base addresses, separated by commas.</returns>
    public Task<string> SkipUnlessPresentAsync()
    {
        // A failed start is kept too: the other tests would only repeat it.
        lock (_lock)
        {
            return _addresses ??= FindAsync();
        }
    }

    public async ValueTask DisposeAsync()
    {
        if (_script is not null)
        {
            await _script.RunAsync("down", "elasticsearch");
        }

        _home.Dispose();
    }

    private async Task<string> FindAsync()
    {
        if (MayBeShared && Environment.GetEnvironmentVariable("ELASTICSEARCH_URL") is { Length: > 0 } addresses)
        {
            return addresses;
        }

        _script = ServicesScript.SkipUnlessPresent(_home);
        if (!OperatingSystem.IsWindows())
        {
            // Elasticsearch does not run as root: where root starts it, it runs as another user, who must be able to enter.
            File.SetUnixFileMode(_home.Path, File.GetUnixFileMode(_home.Path) | OthersMayEnter);
        }

        _script.Reuse("elasticsearch", "ELASTICSEARCH_HOME");
        await s_starting.WaitAsync(TestContext.Current.CancellationToken).Within(StartLimit);
        try
        {
            return await StartAsync(_script);
        }
        catch (ShouldAssertException)
        {
            // A busy machine may need longer than the script waits, and a free port may be taken by then.
            await _script.RunAsync("down", "elasticsearch");
            return await StartAsync(_script);
        }
        finally
        {
            s_starting.Release();
        }
    }

    private async Task<string> StartAsync(ServicesScript script)
    {
        // Node i of n serves HTTP i ports further on, and the other nodes 100 ports above that.
        var port = LoopbackPort.FindFree([.. Enumerable.Range(0, Nodes), .. Enumerable.Range(100, Nodes)]);
        string[] security = IsSecured ? ["--security"] : [];
        var first = await script.RunAsync(
            ["up", "elasticsearch", "--version", $"{StartedVersion}", "--port", $"{port}", "--nodes", $"{Nodes}", .. security])
            .Within(StartLimit);
        var nodes = Enumerable.Range(port, Nodes).Select(node => first.Replace($":{port}", $":{node}", StringComparison.Ordinal));
        return string.Join(',', nodes);
    }
}
