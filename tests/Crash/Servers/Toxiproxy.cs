using System.Net.Http.Headers;
using System.Text;
using Load.Machine;
using Load.Servers;

namespace Crash.Servers;

/// <summary>A network that can be made to fail: a proxy in front of each server, driven through Toxiproxy's HTTP API.</summary>
internal sealed class Toxiproxy : IDisposable
{
    private readonly HttpClient _client;

    private Toxiproxy(Uri api, IReadOnlyList<Uri> proxies)
    {
        _client = new HttpClient { BaseAddress = api };
        Proxies = proxies;
    }

    /// <summary>The proxies, in the order of the servers.</summary>
    public IReadOnlyList<Uri> Proxies { get; }

    public static async Task<Toxiproxy> UpAsync(ServerScript script, IReadOnlyList<Uri> servers, CancellationToken cancellationToken)
    {
        var ports = FreePorts.Take(servers.Count + 1);
        var api = new Uri(await script.RunAsync(cancellationToken, "up", "toxiproxy", "--port", $"{ports[^1]}"));
        var proxy = new Toxiproxy(api, [.. ports[..^1].Select(port => new Uri($"http://127.0.0.1:{port}"))]);
        foreach (var (number, server) in servers.Index())
        {
            var address = proxy.Proxies[number].Authority;
            await proxy.PostAsync(
                "/proxies",
                $$"""{"name":"{{number}}","listen":"{{address}}","upstream":"{{server.Authority}}","enabled":true}""",
                cancellationToken);
        }

        return proxy;
    }

    /// <param name="number">The proxy, counted from 0.</param>
    /// <param name="toxic">From now on; open connections suffer too.</param>
    /// <param name="cancellationToken">Stops the lab.</param>
    public Task PoisonAsync(int number, Toxic toxic, CancellationToken cancellationToken) => PostAsync(
        $"/proxies/{number}/toxics",
        $$"""{"type":"{{toxic.Type}}","stream":"{{toxic.Stream}}","attributes":{{toxic.Attributes}}}""",
        cancellationToken);

    /// <summary>Removes every toxic.</summary>
    public Task CureAsync(CancellationToken cancellationToken) => PostAsync("/reset", "", cancellationToken);

    public void Dispose() => _client.Dispose();

    private async Task PostAsync(string path, string json, CancellationToken cancellationToken)
    {
        using var content = new StringContent(json, Encoding.UTF8, new MediaTypeHeaderValue("application/json"));
        using var response = await _client.PostAsync(path, content, cancellationToken);
        if (!response.IsSuccessStatusCode)
        {
            var body = await response.Content.ReadAsStringAsync(cancellationToken);
            throw new LabException($"Toxiproxy answered {(int)response.StatusCode} to {path} {json}: {body}");
        }
    }
}

/// <summary>One of Toxiproxy's faults (its README, "Toxics").</summary>
/// <param name="Type">Toxiproxy's name for it.</param>
/// <param name="Stream"><c>upstream</c>, towards the server, or <c>downstream</c>, from it.</param>
/// <param name="Attributes">The attributes, as JSON.</param>
internal sealed record Toxic(string Type, string Stream, string Attributes)
{
    public override string ToString() => $"{Type} {Stream} {Attributes}";
}
