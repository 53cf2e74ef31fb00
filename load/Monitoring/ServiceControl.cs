using System.Net;
using System.Net.Http.Json;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace Load.Monitoring;

/// <summary>The endpoints that the service opens for the lab (<c>Analyzer:Ceilings:Enabled</c>). A service without them tells nothing, and that is no failure.</summary>
internal sealed class ServiceControl(Uri service) : IDisposable
{
    private readonly HttpClient _client = new() { BaseAddress = service, Timeout = TimeSpan.FromSeconds(10) };

    /// <summary>What the runtime counts of itself.</summary>
    public Task<RuntimeCounters?> CountersAsync() => GetAsync("/ceilings/process", ControlJson.Default.RuntimeCounters);

    /// <summary>What the service is.</summary>
    public Task<ServiceFacts?> FactsAsync() => GetAsync("/ceilings/build", ControlJson.Default.ServiceFacts);

    /// <summary>What its thread pool did since the last call.</summary>
    public async Task<IReadOnlyList<PoolSample>> PoolAsync() => await GetAsync("/ceilings/pool", ControlJson.Default.IReadOnlyListPoolSample) ?? [];

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
