using System.Net;
using System.Net.Http.Json;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace Load.Machine;

/// <summary>
/// The endpoints that a host opens for the lab (load/Hosts/Hosting.Lab). A host without them tells nothing, and that is no failure.
/// </summary>
/// <param name="host">Its address for HTTP/1.1.</param>
internal sealed class HostControl(Uri host) : IDisposable
{
    private readonly HttpClient _client = new() { BaseAddress = host, Timeout = TimeSpan.FromSeconds(10) };

    /// <summary>The runtime's own counters.</summary>
    public Task<RuntimeCounters?> CountersAsync() => GetAsync("/ceilings/process", ControlJson.Default.RuntimeCounters);

    /// <summary>The host in its own words.</summary>
    public Task<HostFacts?> FactsAsync() => GetAsync("/ceilings/build", ControlJson.Default.HostFacts);

    /// <summary>Looks at its thread pool since the last call.</summary>
    public async Task<IReadOnlyList<PoolLook>> PoolAsync() =>
        await GetAsync("/ceilings/pool", ControlJson.Default.IReadOnlyListPoolLook) ?? [];

    public void Dispose() => _client.Dispose();

    private async Task<T?> GetAsync<T>(string path, JsonTypeInfo<T> type)
        where T : class
    {
        try
        {
            using var response = await _client.GetAsync(path, CancellationToken.None);
            return response.StatusCode == HttpStatusCode.OK ? await response.Content.ReadFromJsonAsync(type, CancellationToken.None) : null;
        }
        catch (Exception exception) when (exception is HttpRequestException or OperationCanceledException or JsonException)
        {
            return null;
        }
    }
}

/// <summary>A host in its own words.</summary>
/// <param name="Version">The version, with the commit it was built from.</param>
/// <param name="Configuration">Release or another.</param>
/// <param name="Runtime">Such as <c>.NET 10.0.12</c>.</param>
/// <param name="ServerGc">Whether it runs the server's garbage collector.</param>
internal sealed record HostFacts(string Version, string Configuration, string Runtime, bool ServerGc)
{
    /// <summary>Further facts from a host of its kind, such as its store.</summary>
    [JsonExtensionData]
    public Dictionary<string, JsonElement>? Others { get; set; }

    /// <returns>Null when it does not say.</returns>
    public string? Other(string name) => Others is not null && Others.TryGetValue(name, out var value) ? value.ToString() : null;
}

/// <summary>A host's thread pool at one moment.</summary>
/// <param name="Time">UTC.</param>
/// <param name="Threads">In the pool.</param>
/// <param name="Queue">Work items that wait for a thread.</param>
/// <param name="Completed">Work items since the start of the process.</param>
internal sealed record PoolLook(DateTimeOffset Time, int Threads, long Queue, long Completed);

[JsonSourceGenerationOptions(JsonSerializerDefaults.Web, RespectRequiredConstructorParameters = true)]
[JsonSerializable(typeof(RuntimeCounters))]
[JsonSerializable(typeof(HostFacts))]
[JsonSerializable(typeof(IReadOnlyList<PoolLook>))]
internal sealed partial class ControlJson : JsonSerializerContext;
