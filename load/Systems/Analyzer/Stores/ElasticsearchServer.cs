using System.Diagnostics;
using System.Net;
using System.Net.Http.Headers;
using System.Text;
using System.Text.Json;
using Load.Machine;

namespace Load.Systems.Analyzer.Stores;

/// <summary>
/// The lab's own requests to the cluster that a run was given. The credentials are the service's: they come from the environment
/// (<c>Analyzer__Elasticsearch__UserName</c>, <c>…__Password</c>, <c>…__ApiKey</c>), which the services that the lab starts inherit.
/// </summary>
/// <param name="url">The nodes, separated by commas. The first that answers is asked.</param>
internal sealed class ElasticsearchServer(string url) : IDisposable
{
    private const int QuietLooks = 5;

    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan LookInterval = TimeSpan.FromMilliseconds(200);
    private static readonly TimeSpan LongestMerge = TimeSpan.FromMinutes(2);

    private readonly Uri[] _nodes =
        [.. url.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries).Select(node => new Uri(node))];

    private readonly HttpClient _client = new() { Timeout = Timeout, DefaultRequestHeaders = { Authorization = Credentials() } };

    /// <summary>Whether the text is one or several http or https addresses.</summary>
    public static bool IsAddress(string url) =>
        url.Split(',').All(node => Uri.TryCreate(node.Trim(), UriKind.Absolute, out var uri) && uri.Scheme is "http" or "https");

    /// <returns>Such as <c>elasticsearch 8.19.21 (3 nodes)</c>.</returns>
    /// <exception cref="LabException">No node answers, or not as Elasticsearch does.</exception>
    public async Task<string> DescribeAsync(CancellationToken cancellationToken)
    {
        using var answer = await SendAsync(HttpMethod.Get, "/_nodes/http?filter_path=nodes.*.version", cancellationToken);
        try
        {
            using var document = JsonDocument.Parse(await answer.Content.ReadAsByteArrayAsync(cancellationToken));
            var nodes = document.RootElement.GetProperty("nodes").EnumerateObject();
            var versions = nodes.Select(node => node.Value.GetProperty("version").GetString()).ToArray();
            return $"elasticsearch {string.Join('/', versions.Distinct())} ({versions.Length} node{(versions.Length == 1 ? "" : "s")})";
        }
        catch (Exception exception) when (exception is JsonException or KeyNotFoundException or InvalidOperationException)
        {
            throw new LabException($"--store-url: {url} answers {(int)answer.StatusCode}, and not as Elasticsearch does.");
        }
    }

    /// <summary>Waits, two minutes at most, until the index behind an alias has merged no segments for a second.</summary>
    /// <exception cref="LabException">No node answers.</exception>
    public async Task AwaitMergesAsync(string alias, CancellationToken cancellationToken)
    {
        await SendAsync(HttpMethod.Post, $"/{alias}/_refresh", null, cancellationToken);
        var start = Stopwatch.GetTimestamp();
        for (var quiet = 0; quiet < QuietLooks && Stopwatch.GetElapsedTime(start) < LongestMerge;)
        {
            await Task.Delay(LookInterval, cancellationToken);
            var path = $"/{alias}/_stats/merge?filter_path=_all.total.merges.current";
            using var stats = JsonDocument.Parse(await SendAsync(HttpMethod.Get, path, null, cancellationToken));
            var merges = stats.RootElement.GetProperty("_all").GetProperty("total").GetProperty("merges");
            quiet = merges.GetProperty("current").GetInt64() == 0 ? quiet + 1 : 0;
        }
    }

    /// <summary>Removes the index behind an alias, if there is one.</summary>
    /// <exception cref="LabException">No node answers, or it may not be removed.</exception>
    public async Task RemoveAsync(string alias, CancellationToken cancellationToken)
    {
        // An index cannot be deleted by its alias nor, by default, by a wildcard.
        using var indices = await SendAsync(HttpMethod.Get, $"/_alias/{alias}", cancellationToken);
        if (indices.StatusCode != HttpStatusCode.OK)
        {
            return;
        }

        using var document = JsonDocument.Parse(await indices.Content.ReadAsByteArrayAsync(cancellationToken));
        foreach (var index in document.RootElement.EnumerateObject())
        {
            using var answer = await SendAsync(HttpMethod.Delete, $"/{index.Name}", cancellationToken);
            if (answer.StatusCode is not (HttpStatusCode.OK or HttpStatusCode.NotFound))
            {
                throw new LabException($"--store-url: {url} answers {(int)answer.StatusCode} to the removal of {index.Name}.");
            }
        }
    }

    /// <returns>The body of the response.</returns>
    /// <exception cref="LabException">No node answers, or one answers that it went wrong.</exception>
    public async Task<string> SendAsync(HttpMethod method, string path, HttpContent? body, CancellationToken cancellationToken)
    {
        using var request = new HttpRequestMessage(method, new Uri(_nodes[0], path)) { Content = body };
        try
        {
            using var answer = await _client.SendAsync(request, cancellationToken);
            var text = await answer.Content.ReadAsStringAsync(cancellationToken);
            return answer.IsSuccessStatusCode
                ? text
                : throw new LabException($"--store-url: {url} answers {(int)answer.StatusCode} to {method} {path}: {text}");
        }
        catch (HttpRequestException exception)
        {
            throw new LabException($"--store-url: {url} does not answer: {(exception.InnerException ?? exception).Message}");
        }
    }

    public void Dispose() => _client.Dispose();

    private static AuthenticationHeaderValue? Credentials() =>
        Setting("ApiKey") is { } key ? new("ApiKey", key)
        : Setting("UserName") is { } user ? new("Basic", Convert.ToBase64String(Encoding.UTF8.GetBytes($"{user}:{Setting("Password")}")))
        : null;

    private static string? Setting(string name) => Environment.GetEnvironmentVariable($"Analyzer__Elasticsearch__{name}");

    private async Task<HttpResponseMessage> SendAsync(HttpMethod method, string path, CancellationToken cancellationToken)
    {
        var why = "";
        foreach (var node in _nodes)
        {
            try
            {
                using var request = new HttpRequestMessage(method, new Uri(node, path));
                return await _client.SendAsync(request, cancellationToken);
            }
            catch (HttpRequestException exception)
            {
                why = (exception.InnerException ?? exception).Message;
            }
            catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
            {
                why = $"nothing within {Timeout.TotalSeconds} s";
            }
        }

        throw new LabException($"--store-url: no Elasticsearch answers at {url} ({why}). Start it, or name another.");
    }
}
