using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Gateway.Tests.Foreign;

/// <summary>A gRPC server that is no analyzer: it has neither a health service nor a description.</summary>
internal sealed class ForeignHost : IAsyncDisposable
{
    private readonly WebApplication _app;

    private ForeignHost(WebApplication app) => _app = app;

    public Uri Address => new(_app.Urls.Single());

    public ForeignEvents Events { get; } = new();

    /// <param name="listen">Further settings of its port.</param>
    /// <param name="at">Its address; null for a free port on loopback.</param>
    public static async Task<ForeignHost> StartAsync(Action<ListenOptions>? listen = null, IPEndPoint? at = null)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseKestrelHttpsConfiguration();
        builder.WebHost.ConfigureKestrel(kestrel => kestrel.Listen(at ?? new(IPAddress.Loopback, 0), port =>
        {
            port.Protocols = HttpProtocols.Http2;
            listen?.Invoke(port);
        }));
        builder.Services.AddGrpc();
        ForeignHost? host = null;
        builder.Services.AddSingleton(_ => host!.Events);
        var app = builder.Build();
        app.MapGrpcService<ForeignService>();
        host = new ForeignHost(app);
        await app.StartAsync(TestContext.Current.CancellationToken).Within();
        return host;
    }

    public async ValueTask DisposeAsync()
    {
        await _app.StopAsync(CancellationToken.None).Within();
        await _app.DisposeAsync().Within();
    }
}
