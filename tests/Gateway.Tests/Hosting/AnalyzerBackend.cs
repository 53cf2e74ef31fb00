extern alias analyzer;

using Analyzer.Core;
using analyzer::Analyzer.Service;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Gateway.Tests.Hosting;

/// <summary>A real analyzer in this process, with a store of its own.</summary>
internal sealed class AnalyzerBackend : IAsyncDisposable
{
    private readonly TempDirectory _directory;
    private readonly WebApplication _app;
    private bool _stopped;

    private AnalyzerBackend(TempDirectory directory, WebApplication app)
    {
        (_directory, _app) = (directory, app);
        var addresses = app.Services.Addresses();
        (Http1, Http2) = (addresses[0], addresses[1]);
    }

    public Uri Http1 { get; }

    public Uri Http2 { get; }

    /// <param name="settings">Such as <c>Limits:MaxUploads=1</c>, without the leading section.</param>
    public static Task<AnalyzerBackend> StartAsync(params string[] settings) => StartAsync(store: null, settings);

    /// <param name="store">Shared with others; null for one of its own.</param>
    /// <param name="settings">The settings, as above.</param>
    public static async Task<AnalyzerBackend> StartAsync(IReportStore? store, params string[] settings)
    {
        var directory = new TempDirectory("backend");
        string[] own = [$"DataDirectory={directory.Path}", "HttpPort=0", "GrpcPort=0"];
        var builder = WebApplication.CreateBuilder([.. own.Concat(settings).Select(setting => $"--Analyzer:{setting}")]);
        builder.Services.AddAnalyzerSettings();
        builder.AddAnalyzer();
        builder.Logging.ClearProviders();
        if (store is not null)
        {
            builder.Services.AddSingleton(store);
        }

        var app = builder.Build();
        app.UseAnalyzer();
        await app.StartAsync(TestContext.Current.CancellationToken).Within();
        return new AnalyzerBackend(directory, app);
    }

    /// <summary>Stops it as SIGTERM does: it finishes what is under way.</summary>
    public Task StopAsync() => StopAsync(CancellationToken.None);

    /// <summary>Breaks its connections off, with whatever is under way on them.</summary>
    public Task KillAsync() => StopAsync(new CancellationToken(canceled: true));

    public async ValueTask DisposeAsync()
    {
        await StopAsync();
        await _app.DisposeAsync().Within();
        _directory.Dispose();
    }

    private async Task StopAsync(CancellationToken patience)
    {
        if (!_stopped)
        {
            _stopped = true;
            try
            {
                await _app.StopAsync(patience).Within();
            }
            catch (OperationCanceledException) when (patience.IsCancellationRequested)
            {
                // Expected: the wait ended.
            }
        }
    }
}
