using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.Logging;

namespace Prometheus.Tests.Hosting;

/// <summary>A web application on a free loopback port. Disposing it fails the test when it has logged an error.</summary>
internal sealed class MetricsApp : IAsyncDisposable
{
    private readonly WebApplication _app;
    private readonly LogScope _log;

    private MetricsApp(WebApplication app, LogScope log)
    {
        _app = app;
        _log = log;
    }

    public Uri Address => new(_app.Urls.Single());

    /// <summary>Serves the registry at /metrics.</summary>
    public static Task<MetricsApp> StartAsync(CollectorRegistry registry) => StartAsync(app => app.MapMetrics(registry: registry));

    public static async Task<MetricsApp> StartAsync(Action<WebApplication> configure)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        var log = new LogSink();
        builder.Logging.ClearProviders().AddProvider(log);
        var app = builder.Build();
        configure(app);
        await app.StartAsync(TestContext.Current.CancellationToken).Within();
        return new MetricsApp(app, log.ExpectClean());
    }

    public async ValueTask DisposeAsync()
    {
        await _app.DisposeAsync();
        _log.Dispose();
    }
}
