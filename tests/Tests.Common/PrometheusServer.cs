using System.Collections.Concurrent;
using System.Diagnostics;
using System.Net.Http.Json;
using System.Text.Json;

namespace Tests.Common;

/// <summary>A real Prometheus (Debian's package <c>prometheus</c>) on loopback, with its data in a temporary folder.</summary>
public sealed class PrometheusServer : IAsyncDisposable
{
    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(100);

    private readonly TempDirectory _folder;
    private readonly Process _process;
    private readonly HttpClient _client;
    private readonly ConcurrentQueue<string> _log = new();

    private PrometheusServer(TempDirectory folder, Process process, Uri address)
    {
        _folder = folder;
        _process = process;
        Address = address;
        _client = new HttpClient { BaseAddress = address };
        _process.ErrorDataReceived += (_, line) => _log.Enqueue(line.Data ?? "");
        _process.BeginErrorReadLine();
    }

    public Uri Address { get; }

    /// <summary>Starts Prometheus and waits until it is ready; skips the test where it is not installed.</summary>
    /// <param name="configuration">The text of prometheus.yml.</param>
    /// <param name="cancellationToken">The test's token.</param>
    public static async Task<PrometheusServer> StartAsync(string configuration, CancellationToken cancellationToken)
    {
        var folder = new TempDirectory("prometheus");
        var file = folder.Combine("prometheus.yml");
        await File.WriteAllTextAsync(file, configuration, cancellationToken);
        return await StartAsync(folder, file, cancellationToken);
    }

    /// <inheritdoc cref="StartAsync(string, CancellationToken)"/>
    /// <param name="folder">Keeps its data; removed when the server is disposed.</param>
    /// <param name="configurationFile">Paths in it are relative to its own folder.</param>
    /// <param name="cancellationToken">The test's token.</param>
    public static async Task<PrometheusServer> StartAsync(
        TempDirectory folder, string configurationFile, CancellationToken cancellationToken)
    {
        var program = InstalledProgram.SkipUnlessPresent("prometheus", package: "prometheus");
        var port = LoopbackPort.FindFree();
        var start = new ProcessStartInfo(program)
        {
            ArgumentList =
            {
                $"--config.file={configurationFile}",
                $"--storage.tsdb.path={folder.Combine("data")}",
                $"--web.listen-address=127.0.0.1:{port}",
                "--enable-feature=exemplar-storage",
            },
            RedirectStandardError = true,
        };
        var server = new PrometheusServer(folder, Process.Start(start)!, new Uri($"http://127.0.0.1:{port}"));
        try
        {
            await server.WaitUntilReadyAsync(cancellationToken);
            return server;
        }
        catch
        {
            await server.DisposeAsync();
            throw;
        }
    }

    /// <summary>Returns the samples of an instant query; empty while there are none.</summary>
    public async Task<IReadOnlyList<PrometheusSample>> QueryAsync(string query, CancellationToken cancellationToken)
    {
        var data = await GetAsync($"api/v1/query?query={Uri.EscapeDataString(query)}", cancellationToken);
        return [.. data.GetProperty("result").EnumerateArray().Select(PrometheusSample.FromVectorElement)];
    }

    /// <summary>Repeats <see cref="QueryAsync"/> until there is a sample.</summary>
    /// <exception cref="TimeoutException">There was none within <see cref="Deadline.Default"/>.</exception>
    public async Task<IReadOnlyList<PrometheusSample>> QueryUntilPresentAsync(string query, CancellationToken cancellationToken)
    {
        for (var started = Stopwatch.GetTimestamp(); Stopwatch.GetElapsedTime(started) < Deadline.Default;)
        {
            if (await QueryAsync(query, cancellationToken) is { Count: > 0 } samples)
            {
                return samples;
            }

            await Task.Delay(PollInterval, cancellationToken);
        }

        var targets = await GetAsync("api/v1/targets", cancellationToken);
        throw new TimeoutException($"No sample for {query} within {Deadline.Default}; the targets: {targets.GetRawText()}");
    }

    /// <summary>Returns the <c>data</c> member of a response of the HTTP API.</summary>
    /// <param name="pathAndQuery">Such as <c>api/v1/targets</c>.</param>
    /// <param name="cancellationToken">The test's token.</param>
    public async Task<JsonElement> GetAsync(string pathAndQuery, CancellationToken cancellationToken)
    {
        using var response = await _client.GetAsync(new Uri(pathAndQuery, UriKind.Relative), cancellationToken);
        var body = await response.Content.ReadFromJsonAsync<JsonElement>(cancellationToken);
        response.IsSuccessStatusCode.ShouldBeTrue($"{pathAndQuery}: {body.GetRawText()}");
        return body.GetProperty("data");
    }

    public async ValueTask DisposeAsync()
    {
        if (!_process.HasExited)
        {
            _process.Kill();
        }

        await _process.WaitForExitAsync(CancellationToken.None);
        _process.Dispose();
        _client.Dispose();
        _folder.Dispose();
    }

    private async Task WaitUntilReadyAsync(CancellationToken cancellationToken)
    {
        for (var started = Stopwatch.GetTimestamp(); Stopwatch.GetElapsedTime(started) < Deadline.Default;)
        {
            if (_process.HasExited)
            {
                break;
            }

            try
            {
                using var response = await _client.GetAsync(new Uri("-/ready", UriKind.Relative), cancellationToken);
                if (response.IsSuccessStatusCode)
                {
                    return;
                }
            }
            catch (HttpRequestException)
            {
                // It does not listen yet.
            }

            await Task.Delay(PollInterval, cancellationToken);
        }

        throw new InvalidOperationException($"Prometheus did not become ready: {string.Join(Environment.NewLine, _log)}");
    }
}
