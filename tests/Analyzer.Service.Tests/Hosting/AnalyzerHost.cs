using Analyzer.Core;
using Analyzer.Service.Features.Metrics;
using Analyzer.Service.Features.Storage;
using Analyzer.Service.Features.Submit;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Analyzer.Service.Tests.Hosting;

/// <summary>
/// The whole service in this process: real Kestrel on free ports, real SQLite in a folder of its own unless told otherwise, its log
/// collected.
/// </summary>
internal sealed class AnalyzerHost : IAsyncDisposable
{
    private readonly TempDirectory _directory;
    private readonly WebApplication _app;
    private IAsyncDisposable? _front;

    private AnalyzerHost(TempDirectory directory, WebApplication app, LogSink log, FaultyStore store)
    {
        (_directory, _app, Log, Store) = (directory, app, log, store);
        var addresses = app.Services.Addresses();
        (Http1, Http2, Tls) = (addresses[0], addresses[1], addresses.ElementAtOrDefault(2));
    }

    public Uri Http1 { get; }

    public Uri Http2 { get; }

    /// <summary>Only with a certificate.</summary>
    public Uri? Tls { get; }

    public LogSink Log { get; }

    public FaultyStore Store { get; }

    public Admission Admission => _app.Services.GetRequiredService<Admission>();

    public string DataDirectory => _directory.Path;

    public IServiceProvider Services => _app.Services;

    /// <param name="settings">Such as <c>Limits:MaxFileBytes=1000</c>, without the leading section; or with it, after <c>--</c>.</param>
    public static Task<AnalyzerHost> StartAsync(params string[] settings) => StartAsync(services => { }, settings);

    /// <param name="configure">What no setting can say.</param>
    /// <param name="settings">The settings, as above.</param>
    public static async Task<AnalyzerHost> StartAsync(Action<IServiceCollection> configure, params string[] settings)
    {
        var directory = new TempDirectory("service");
        var log = new LogSink();
        // A machine that is busy with other tests would have the limit fall; those that are about it switch it on.
        string[] own = [$"DataDirectory={directory.Path}", "HttpPort=0", "GrpcPort=0", "Limits:Adaptive=false"];
        var arguments = own.Concat(settings)
            .Select(setting => setting.StartsWith("--", StringComparison.Ordinal) ? setting : $"--Analyzer:{setting}");
        var builder = WebApplication.CreateBuilder(arguments.Prepend("--Logging:LogLevel:Analyzer.Service=Debug").ToArray());
        builder.Services.AddAnalyzerSettings();
        builder.AddAnalyzer();
        builder.Logging.ClearProviders().AddProvider(log);

        FaultyStore? store = null;
        builder.Services.AddSingleton(provider =>
        {
            store = new FaultyStore(provider.GetStoreProvider().Open(StorePurpose.Serve, provider.GetRequiredService<AnalyzerMetrics>()));
            return store.WithMetrics(provider);
        });

        configure(builder.Services);
        var app = builder.Build();
        app.UseAnalyzer();
        await app.StartAsync(TestContext.Current.CancellationToken).Within();
        app.Services.GetRequiredService<IReportStore>(); // makes it, unless something did before
        return new AnalyzerHost(directory, app, log, store!);
    }

    /// <summary>The gateway in front of it: made when first asked for, stopped before it.</summary>
    public async Task<T> FrontAsync<T>(Func<Task<T>> start)
        where T : class, IAsyncDisposable => (T)(_front ??= await start());

    public Task StopAsync() => _app.StopAsync(CancellationToken.None).Within();

    /// <summary>How many reports there are.</summary>
    public async Task<int> CountAsync() =>
        (await Store.ListAsync(new ReportQuery(ReportQuery.MaxLimit), TestContext.Current.CancellationToken)).Reports.Count;

    public async ValueTask DisposeAsync()
    {
        if (_front is not null)
        {
            await _front.DisposeAsync();
        }

        await _app.StopAsync(CancellationToken.None).Within();
        await _app.DisposeAsync().Within();
        _directory.Dispose();
    }
}
