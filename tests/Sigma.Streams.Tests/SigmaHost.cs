using System.Net.Http.Json;
using System.Text;
using System.Text.Json.Nodes;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Sigma.Streams.Settings;

namespace Sigma.Streams.Tests;

/// <summary><c>sigma run</c> in this process, on a free port.</summary>
internal sealed class SigmaHost : IAsyncDisposable
{
    private readonly WebApplication _app;

    private SigmaHost(WebApplication app, LogSink log)
    {
        (_app, Log) = (app, log);
        var addresses = app.Services.Addresses();
        (Http, Tls) = (new() { BaseAddress = addresses[0] }, addresses.ElementAtOrDefault(1));
    }

    public HttpClient Http { get; }

    /// <summary>Only with a certificate.</summary>
    public Uri? Tls { get; }

    public LogSink Log { get; }

    public IServiceProvider Services => _app.Services;

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    /// <param name="data">The folder of its data.</param>
    /// <param name="arguments">The arguments after <c>sigma run</c>.</param>
    public static Task<SigmaHost> StartAsync(TempDirectory data, params string[] arguments) => StartAsync(data, null, arguments);

    /// <param name="data">The folder of its data.</param>
    /// <param name="replace">Puts services in the place of the host's own; null for none.</param>
    /// <param name="arguments">The arguments after <c>sigma run</c>.</param>
    public static async Task<SigmaHost> StartAsync(TempDirectory data, Action<IServiceCollection>? replace, params string[] arguments)
    {
        var log = new LogSink();
        var builder = WebApplication.CreateBuilder(RunArguments.Expand(
            ["run", "--Sigma:HttpPort=0", $"--Sigma:DataDirectory={data.Combine("data")}", .. arguments]));
        builder.Services.AddSigmaSettings();
        builder.AddSigma();
        builder.Logging.ClearProviders().AddProvider(log);
        replace?.Invoke(builder.Services);
        var app = builder.Build();
        app.UseSigma();
        await app.StartAsync(Cancellation).Within();
        return new SigmaHost(app, log);
    }

    /// <returns>The answer's status, and its JSON.</returns>
    public async Task<(int Status, JsonNode Answer)> PostAsync(string lines, string? key = null)
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, "/v1/events") { Content = new StringContent(lines, Encoding.UTF8) };
        if (key is not null)
        {
            request.Headers.Add("Idempotency-Key", key);
        }

        using var response = await Http.SendAsync(request, Cancellation).Within();
        return ((int)response.StatusCode, (await response.Content.ReadFromJsonAsync<JsonNode>(Cancellation).Within())!);
    }

    public async Task<JsonNode> GetAsync(string path) => (await Http.GetFromJsonAsync<JsonNode>(path, Cancellation).Within())!;

    /// <returns>The alerts, the oldest first.</returns>
    public async Task<IReadOnlyList<JsonNode>> AlertsAsync(string query = "limit=1000") =>
        [.. (await GetAsync($"/v1/alerts?{query}"))["alerts"]!.AsArray().Select(alert => alert!["alert"]!).Reverse()];

    public async ValueTask DisposeAsync()
    {
        Http.Dispose();
        await _app.StopAsync(CancellationToken.None).Within();
        await _app.DisposeAsync().Within();
    }
}
