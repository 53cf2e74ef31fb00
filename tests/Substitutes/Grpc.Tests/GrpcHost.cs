using System.Net;
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

    private GrpcHost(WebApplication app)
    {
        _app = app;
        Address = app.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses.Single();
        Channel = GrpcChannel.ForAddress(Address);
    }

    public string Address { get; }

    public int Port => new Uri(Address).Port;

    public GrpcChannel Channel { get; }

    public IServiceProvider Services => _app.Services;

    public static Task<GrpcHost> StartAsync(CancellationToken cancellationToken) =>
        StartAsync(services => services.AddGrpc(), app => app.MapGrpcService<KindsService>(), cancellationToken);

    public static async Task<GrpcHost> StartAsync(
        Action<IServiceCollection> addServices, Action<WebApplication> map, CancellationToken cancellationToken)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(kestrel =>
            kestrel.Listen(IPAddress.Loopback, 0, listen => listen.Protocols = HttpProtocols.Http2));
        addServices(builder.Services);
        var app = builder.Build();
        map(app);
        await app.StartAsync(cancellationToken);
        return new GrpcHost(app);
    }

    /// <summary>As at SIGTERM: calls in flight may end.</summary>
    public Task StopAsync(CancellationToken cancellationToken) => _app.StopAsync(cancellationToken);

    public async ValueTask DisposeAsync()
    {
        Channel.Dispose();
        await _app.DisposeAsync();
    }
}
