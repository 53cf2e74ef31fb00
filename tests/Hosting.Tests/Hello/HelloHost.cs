using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.Logging;

namespace Hosting.Tests.Hello;

/// <summary>The hello host in this process, on free ports.</summary>
internal sealed class HelloHost : IAsyncDisposable
{
    private readonly WebApplication _app;

    private HelloHost(WebApplication app, LogSink log)
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

    /// <summary>Built and not started.</summary>
    /// <param name="log">Gets the log.</param>
    /// <param name="settings">Keys of the host's section with their values, or whole arguments, which begin with dashes.</param>
    public static WebApplication Build(LogSink log, params string[] settings)
    {
        var builder = WebApplication.CreateBuilder(
            [.. settings.Select(setting => setting.StartsWith('-') ? setting : $"--Hello:{setting}")]);
        builder.Services.AddHelloSettings();
        builder.AddHello();
        builder.Logging.ClearProviders().AddProvider(log);
        return builder.Build();
    }

    public static async Task<HelloHost> StartAsync(params string[] settings)
    {
        var log = new LogSink();
        var app = Build(log, [.. settings, "HttpPort=0", "GrpcPort=0"]);
        app.UseHello();
        await app.StartAsync(TestContext.Current.CancellationToken).Within();
        return new HelloHost(app, log);
    }

    public async ValueTask DisposeAsync()
    {
        await _app.StopAsync(CancellationToken.None).Within();
        await _app.DisposeAsync().Within();
    }
}
