using System.Net.Http.Json;
using System.Text.Json.Nodes;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.Logging;
using Prober.Features.Settings;

namespace Prober.Tests;

/// <summary>The prober in this process, on a free port.</summary>
internal sealed class ProberHost : IAsyncDisposable
{
    private readonly WebApplication _app;
    private readonly TempDirectory _folder;

    private ProberHost(WebApplication app, LogSink log, TempDirectory folder)
    {
        (_app, Log, _folder) = (app, log, folder);
        var addresses = app.Services.Addresses();
        (Http, Tls) = (new() { BaseAddress = addresses[0] }, addresses.ElementAtOrDefault(1));
    }

    public HttpClient Http { get; }

    /// <summary>Only with a certificate.</summary>
    public Uri? Tls { get; }

    public LogSink Log { get; }

    public IServiceProvider Services => _app.Services;

    /// <summary>Built and not started.</summary>
    public static WebApplication Build(LogSink log, params string[] arguments)
    {
        var builder = WebApplication.CreateBuilder(TargetArguments.Expand(arguments));
        builder.Services.AddProberSettings();
        builder.AddProber();
        builder.Logging.ClearProviders().AddProvider(log);
        return builder.Build();
    }

    public static async Task<ProberHost> StartAsync(params string[] arguments)
    {
        var log = new LogSink();
        var folder = new TempDirectory("prober");
        var app = Build(log, [$"--Prober:DataDirectory={folder.Path}", .. arguments, "--Prober:HttpPort=0"]);
        app.UseProber();
        await app.StartAsync(TestContext.Current.CancellationToken).Within();
        return new ProberHost(app, log, folder);
    }

    /// <summary>Asks again and again until the targets are as a test wants them.</summary>
    public async Task<JsonArray> UntilAsync(Func<JsonArray, bool> condition)
    {
        JsonArray targets = [];
        await Deadline.UntilAsync(async () =>
        {
            var document = await Http.GetFromJsonAsync<JsonObject>("/api/v1/targets", TestContext.Current.CancellationToken);
            return condition(targets = document!["targets"]!.AsArray());
        });
        return targets;
    }

    public async ValueTask DisposeAsync()
    {
        Http.Dispose();
        await _app.StopAsync(CancellationToken.None).Within();
        await _app.DisposeAsync().Within();
        _folder.Dispose();
    }
}
