using System.Net;
using Grpc.AspNetCore.Server;
using Grpc.Net.Client;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Grpc.Tests;

/// <summary>A real Kestrel on a free port of the loopback, with the services that a test maps.</summary>
internal sealed class GrpcHost : IAsyncDisposable
{
    private readonly WebApplication _app;

    private readonly LogSink _log;

    private GrpcHost(WebApplication app, LogSink log)
    {
        (_app, _log) = (app, log);
        Address = app.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses.Single();
        Channel = GrpcChannel.ForAddress(Address);
        Client = new Kinds.KindsClient(Channel);
    }

    public string Address { get; }

    public int Port => new Uri(Address).Port;

    public GrpcChannel Channel { get; }

    public Kinds.KindsClient Client { get; }

    /// <summary>The beginning of the log categories that a test makes write errors on purpose.</summary>
    public string? ExpectedErrors { get; set; }

    public IServiceProvider Services => _app.Services;

    /// <summary>With <see cref="KindsService"/>.</summary>
    public static Task<GrpcHost> StartAsync(CancellationToken cancellationToken) => StartAsync(new Script(), cancellationToken);

    public static Task<GrpcHost> StartAsync(Script script, CancellationToken cancellationToken) =>
        StartAsync(script, _ => { }, cancellationToken);

    public static Task<GrpcHost> StartAsync(Script script, Action<GrpcServiceOptions> configure, CancellationToken cancellationToken) =>
        StartAsync(
            services =>
            {
                services.AddSingleton(script);
                services.AddGrpc(configure);
            },
            app => app.MapGrpcService<ScriptedService>(),
            cancellationToken);

    public static Task<GrpcHost> StartAsync(
        Action<IServiceCollection> addServices, Action<WebApplication> map, CancellationToken cancellationToken) =>
        StartAsync(addServices, map, listen => listen.Protocols = HttpProtocols.Http2, cancellationToken);

    public static async Task<GrpcHost> StartAsync(
        Action<IServiceCollection> addServices,
        Action<WebApplication> map,
        Action<ListenOptions> listen,
        CancellationToken cancellationToken)
    {
        var builder = WebApplication.CreateBuilder();
        var log = new LogSink();
        builder.Logging.ClearProviders().AddProvider(log);
        builder.WebHost.ConfigureKestrel(kestrel => kestrel.Listen(IPAddress.Loopback, 0, listen));
        addServices(builder.Services);
        var app = builder.Build();
        map(app);
        await app.StartAsync(cancellationToken);
        return new GrpcHost(app, log);
    }

    /// <summary>Stops the host like SIGTERM does: calls in flight may end.</summary>
    public Task StopAsync(CancellationToken cancellationToken) => _app.StopAsync(cancellationToken);

    /// <summary>Also looks whether anything went wrong unseen.</summary>
    public async ValueTask DisposeAsync()
    {
        Channel.Dispose();
        await _app.StopAsync(TestDeadline.Token);
        await _app.DisposeAsync();
        _log.Records
            .Where(record => record.Level >= LogLevel.Error)
            .Where(record => ExpectedErrors is null || !record.Category.StartsWith(ExpectedErrors, StringComparison.Ordinal))
            .ShouldBeEmpty();
    }
}
