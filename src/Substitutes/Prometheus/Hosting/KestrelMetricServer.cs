using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace Prometheus;

/// <summary>Serves the metrics, in both formats, from a Kestrel of its own: for a program that is no web application.</summary>
/// <remarks>Unlike the package's, it takes no port for every address, and <see cref="Start"/> throws when the port is taken.</remarks>
public sealed class KestrelMetricServer : IDisposable
{
    private readonly WebApplication _app;
    private bool _isStarted;

    /// <param name="hostname">An address, or <c>localhost</c>.</param>
    /// <param name="port">TCP port.</param>
    /// <param name="url">Path.</param>
    /// <param name="registry">Required here: there is no default registry.</param>
    public KestrelMetricServer(string hostname, int port, string url = "/metrics", CollectorRegistry? registry = null)
    {
        var builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.WebHost.UseKestrelCore().UseUrls($"http://{hostname}:{port}");
        builder.Services.AddRoutingCore();
        _app = builder.Build();
        _app.MapMetrics(url, registry);
    }

    /// <summary>Listens when it returns.</summary>
    /// <exception cref="InvalidOperationException">It was started before.</exception>
    /// <exception cref="IOException">The port is taken.</exception>
    public KestrelMetricServer Start()
    {
        if (_isStarted)
        {
            throw new InvalidOperationException("The metric server has been started already, which is possible once. Create another.");
        }

        _isStarted = true;
        _app.Start();
        return this;
    }

    /// <summary>Stops listening.</summary>
    public void Dispose() => _app.DisposeAsync().AsTask().GetAwaiter().GetResult();
}
