using System.Net.Http.Headers;
using System.Text;
using Load.Server;

namespace Load.Crash.Servers;

/// <summary>A network that can be made to fail: a proxy in front of each server, over Toxiproxy's HTTP API.</summary>
internal sealed class Toxiproxy : IDisposable
{
    private readonly HttpClient _client;

    private Toxiproxy(Uri api, IReadOnlyList<Uri> proxies)
    {
        _client = new HttpClient { BaseAddress = api };
        Proxies = proxies;
    }

    /// <summary>In the order of the servers.</summary>
    public IReadOnlyList<Uri> Proxies { get; }

    public static async Task<Toxiproxy> UpAsync(ServerScript script, IReadOnlyList<Uri> servers, CancellationToken cancellationToken)
    {
        var ports = FreePorts.Take(servers.Count + 1);
        var api = new Uri(await script.RunAsync(cancellationToken, "up", "toxiproxy", "--port", $"{ports[^1]}"));
        var proxy = new Toxiproxy(api, [.. ports[..^1].Select(port => new Uri($"http://127.0.0.1:{port}"))]);
        foreach (var (number, server) in servers.Index())
        {
            await proxy.PostAsync(
                "/proxies",
                $$"""{"name":"{{number}}","listen":"{{proxy.Proxies[number].Authority}}","upstream":"{{server.Authority}}","enabled":true}""",
                cancellationToken);
        }

        return proxy;
    }

    /// <param name="number">Of the proxy, from 0.</param>
    /// <param name="toxic">From now on; connections that are open suffer too.</param>
    /// <param name="cancellationToken">Stops the lab.</param>
    public Task PoisonAsync(int number, Toxic toxic, CancellationToken cancellationToken) => PostAsync(
        $"/proxies/{number}/toxics",
        $$"""{"type":"{{toxic.Type}}","stream":"{{toxic.Stream}}","attributes":{{toxic.Attributes}}}""",
        cancellationToken);

    /// <summary>Takes every fault away.</summary>
    public Task CureAsync(CancellationToken cancellationToken) => PostAsync("/reset", "", cancellationToken);

    public void Dispose() => _client.Dispose();

    private async Task PostAsync(string path, string json, CancellationToken cancellationToken)
    {
        using var content = new StringContent(json, Encoding.UTF8, new MediaTypeHeaderValue("application/json"));
        using var response = await _client.PostAsync(path, content, cancellationToken);
        if (!response.IsSuccessStatusCode)
        {
            throw new LabException($"Toxiproxy answered {(int)response.StatusCode} to {path} {json}: {await response.Content.ReadAsStringAsync(cancellationToken)}");
        }
    }
}
