using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Gateway.Tests.Hosting;

/// <summary>The whole gateway in this process, on free ports, its log collected.</summary>
internal sealed partial class GatewayHost : IAsyncDisposable
{
    /// <summary>Limits that no busy machine reaches; a test of one sets its own, which comes later and counts.</summary>
    private static readonly string[] Patience =
        ["ConnectTimeout=00:01:00", "AnswerTimeout=00:05:00", "PingTimeout=00:01:00", "Adaptive=false"];

    private readonly WebApplication _app;

    private GatewayHost(WebApplication app, LogSink log)
    {
        (_app, Log) = (app, log);
        var addresses = app.Services.Addresses();
        (Http1, Http2, Tls) = (addresses[0], addresses[1], addresses.ElementAtOrDefault(2));
    }

    public Uri Http1 { get; }

    public Uri Http2 { get; }

    /// <summary>Only with a certificate.</summary>
    public Uri? Tls { get; }

    public LogSink Log { get; }

    public IServiceProvider Services => _app.Services;

    /// <summary>Starts it, and waits until a backend serves.</summary>
    /// <param name="backends">Their gRPC ports.</param>
    /// <param name="settings">Such as <c>HoldBytes=0</c>, without the leading section.</param>
    public static Task<GatewayHost> StartAsync(IEnumerable<Uri> backends, params string[] settings) =>
        StartAsync(backends, _ => { }, settings);

    /// <param name="backends">The backends, as above.</param>
    /// <param name="configure">Changes that no setting can express.</param>
    /// <param name="settings">The settings, as above.</param>
    public static async Task<GatewayHost> StartAsync(
        IEnumerable<Uri> backends, Action<IServiceCollection> configure, params string[] settings)
    {
        var host = await StartUnreadyAsync(configure, [$"Backends={string.Join(',', backends)}", .. settings]);
        await host.ReadyAsync();
        return host;
    }

    /// <param name="settings">The settings, as above.</param>
    public static Task<GatewayHost> StartUnreadyAsync(params string[] settings) => StartUnreadyAsync(_ => { }, settings);

    private static async Task<GatewayHost> StartUnreadyAsync(Action<IServiceCollection> configure, string[] settings)
    {
        var log = new LogSink();
        var app = Build(log, configure, ["HttpPort=0", "GrpcPort=0", .. settings]);
        app.UseGateway();
        await app.StartAsync(TestContext.Current.CancellationToken).Within();
        return new GatewayHost(app, log);
    }

    /// <summary>Built and not started.</summary>
    public static WebApplication Build(LogSink log, params string[] settings) => Build(log, _ => { }, settings);

    private static WebApplication Build(LogSink log, Action<IServiceCollection> configure, string[] settings)
    {
        var builder = WebApplication.CreateBuilder(
            ["--Logging:LogLevel:Gateway=Debug", .. Patience.Concat(settings).Select(setting => $"--Gateway:{setting}")]);
        builder.Services.AddGatewaySettings();
        builder.AddGateway();
        builder.Logging.ClearProviders().AddProvider(log);
        configure(builder.Services);
        return builder.Build();
    }

    public Task ReadyAsync() => UntilAsync("/healthz/ready", HttpStatusCode.OK);

    /// <summary>Asks until the response has this status.</summary>
    public async Task UntilAsync(string path, HttpStatusCode status)
    {
        using var http = new HttpClient { BaseAddress = Http1 };
        await PollAsync().Within();

        async Task PollAsync()
        {
            while (true)
            {
                using var response = await http.GetAsync(path, TestContext.Current.CancellationToken);
                if (response.StatusCode == status)
                {
                    return;
                }

                await Task.Delay(20, TestContext.Current.CancellationToken);
            }
        }
    }

    /// <summary>Waits until so many backends serve.</summary>
    public Task UntilServingAsync(int count) =>
        UntilScrapedAsync(lines => lines.Count(line => line.StartsWith("gateway_backend_serving{") && line.EndsWith(" 1")) == count);

    /// <summary>Waits until a series has this value.</summary>
    /// <param name="series">How its line begins.</param>
    /// <param name="value">For all such lines.</param>
    public Task UntilMetricAsync(string series, int value) => UntilScrapedAsync(lines =>
        lines.Where(line => line.StartsWith(series)).ToList() is { Count: > 0 } found && found.All(line => line.EndsWith($" {value}")));

    private async Task UntilScrapedAsync(Func<string[], bool> condition)
    {
        using var http = new HttpClient { BaseAddress = Http1 };
        await PollAsync().Within();

        async Task PollAsync()
        {
            while (!condition((await http.GetStringAsync("/metrics", TestContext.Current.CancellationToken)).Split('\n')))
            {
                await Task.Delay(20, TestContext.Current.CancellationToken);
            }
        }
    }

    /// <summary>Waits until the log has said this.</summary>
    public Task UntilSaidAsync(string text) => Deadline.UntilAsync(() => Log.Records.Any(record => record.Message.Contains(text)));

    /// <summary>Changes settings while it runs, as a file that is read anew does.</summary>
    public void Reconfigure(string key, string? value)
    {
        var configuration = (IConfigurationRoot)_app.Configuration;
        configuration[$"Gateway:{key}"] = value;
        configuration.Reload();
    }

    public Task StopAsync() => _app.StopAsync(CancellationToken.None).Within();

    public async ValueTask DisposeAsync()
    {
        await _app.StopAsync(CancellationToken.None).Within();
        await _app.DisposeAsync().Within();
    }
}
