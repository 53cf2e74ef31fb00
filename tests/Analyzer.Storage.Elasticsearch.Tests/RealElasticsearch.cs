using System.Diagnostics;
using System.Net.Http.Headers;
using System.Text;
using Analyzer.Storage.Elasticsearch.Tests;
using Tests.Common;

[assembly: AssemblyFixture(typeof(RealElasticsearch))]

namespace Analyzer.Storage.Elasticsearch.Tests;

/// <summary>
/// A real server for all tests of the assembly: the one that ELASTICSEARCH_URL names, with ELASTICSEARCH_USER and ELASTICSEARCH_PASSWORD
/// where it wants them; otherwise one that is started for the first test that asks, and stopped at the end.
/// </summary>
public sealed class RealElasticsearch : IAsyncDisposable
{
    private static readonly TimeSpan StartLimit = TimeSpan.FromMinutes(5);

    private const UnixFileMode OthersMayEnter =
        UnixFileMode.GroupRead | UnixFileMode.GroupExecute | UnixFileMode.OtherRead | UnixFileMode.OtherExecute;

    private readonly Lock _lock = new();
    private readonly TempDirectory _home = new("elasticsearch");
    private Task<ElasticsearchStoreOptions>? _options;
    private string? _script;

    /// <returns>Options for a store of its own, with time-outs for a machine that is busy with other things.</returns>
    public async Task<ElasticsearchStoreOptions> SkipUnlessPresentAsync()
    {
        // Once, also when it fails: the other tests would meet the same.
        Task<ElasticsearchStoreOptions> options;
        lock (_lock)
        {
            options = _options ??= FindAsync();
        }

        return await options with { Alias = $"test-{Guid.NewGuid():n}" };
    }

    /// <summary>A plain client, for what the store itself cannot do.</summary>
    public static HttpClient CreateClient(ElasticsearchStoreOptions options)
    {
        var client = new HttpClient { BaseAddress = options.Nodes[0] };
        if (options.UserName is { } user)
        {
            var credentials = Encoding.UTF8.GetBytes($"{user}:{options.Password}");
            client.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Basic", Convert.ToBase64String(credentials));
        }

        return client;
    }

    public async ValueTask DisposeAsync()
    {
        if (_script is not null)
        {
            await RunAsync(_script, "down", "elasticsearch");
        }

        _home.Dispose();
    }

    private async Task<ElasticsearchStoreOptions> FindAsync()
    {
        var addresses = Environment.GetEnvironmentVariable("ELASTICSEARCH_URL");
        if (string.IsNullOrEmpty(addresses))
        {
            _script = SharedData.SkipUnlessPresent("services", "services");
            if (!OperatingSystem.IsWindows())
            {
                // Elasticsearch does not run as root: started by root it runs as another user, who must get in.
                File.SetUnixFileMode(_home.Path, File.GetUnixFileMode(_home.Path) | OthersMayEnter);
            }

            addresses = await RunAsync(_script, "up", "elasticsearch", "--port", $"{LoopbackPort.FindFree()}").Within(StartLimit);
        }

        return new()
        {
            Nodes = [.. addresses.Split(',').Select(address => new Uri(address.Trim()))],
            UserName = Environment.GetEnvironmentVariable("ELASTICSEARCH_USER"),
            Password = Environment.GetEnvironmentVariable("ELASTICSEARCH_PASSWORD"),
            Timeout = Deadline.Default,
            AttemptTimeout = Deadline.Default / 2,
        };
    }

    private async Task<string> RunAsync(string script, params string[] arguments)
    {
        // Its output goes to a file: a pipe would stay open for as long as the server lives, which inherits it.
        var output = _home.Combine("out");
        var command = $"'{script}' {string.Join(' ', arguments)} > '{output}' 2> '{_home.Combine("log")}'";
        var start = new ProcessStartInfo("/bin/sh", ["-c", command]) { Environment = { ["SERVICES_HOME"] = _home.Combine("home") } };
        using var process = Process.Start(start)!;
        await process.WaitForExitAsync(CancellationToken.None);
        process.ExitCode.ShouldBe(0, File.ReadAllText(_home.Combine("log")));
        return File.ReadAllText(output).Trim();
    }
}
