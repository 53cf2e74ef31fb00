using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace Prometheus;

/// <summary>Serves the metrics, in both formats, from a Kestrel of its own: for a program that is no web application.</summary>
/// <remarks>Unlike the package's, <see cref="MetricHandler.Start"/> throws when the port is taken.</remarks>
public sealed class KestrelMetricServer : MetricHandler
{
    private readonly string _address;
    private readonly string _path;
    private readonly CollectorRegistry? _registry;

    /// <summary>Listens on every address.</summary>
    public KestrelMetricServer(int port, string url = "/metrics", CollectorRegistry? registry = null)
        : this("+", port, url, registry)
    {
    }

    /// <param name="hostname">An address, <c>localhost</c>, or <c>+</c> for every address.</param>
    /// <param name="port">TCP port.</param>
    /// <param name="url">Path.</param>
    /// <param name="registry">null: <see cref="Metrics.DefaultRegistry"/>.</param>
    public KestrelMetricServer(string hostname, int port, string url = "/metrics", CollectorRegistry? registry = null)
    {
        _address = $"http://{hostname}:{port}";
        _path = url;
        _registry = registry;
    }

    protected override Task StartServer(CancellationToken cancel)
    {
        var builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.WebHost.UseKestrelCore().UseUrls(_address);
        builder.Services.AddRoutingCore();
        var app = builder.Build();
        app.MapMetrics(_path, _registry);

        // Start() is synchronous by contract and shall report a port that is taken.
        app.StartAsync(cancel).GetAwaiter().GetResult();
        return ServeAsync(app, cancel);
    }

    private static async Task ServeAsync(WebApplication app, CancellationToken cancellationToken)
    {
        await using (app)
        {
            await app.WaitForShutdownAsync(cancellationToken);
        }
    }
}
