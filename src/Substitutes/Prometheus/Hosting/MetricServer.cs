using System.Net;

namespace Prometheus;

/// <summary>Serves the metrics as Prometheus text from an <see cref="HttpListener"/>, without ASP.NET Core.</summary>
/// <remarks>As the package's, it does not negotiate OpenMetrics: take <see cref="KestrelMetricServer"/> where exemplars matter.</remarks>
public class MetricServer : MetricHandler
{
    private readonly HttpListener _listener = new();
    private readonly CollectorRegistry _registry;

    /// <summary>Listens on every address; Windows asks for a reservation or an administrator for that.</summary>
    public MetricServer(int port, string url = "metrics/", CollectorRegistry? registry = null)
        : this("+", port, url, registry)
    {
    }

    /// <param name="hostname">An address, <c>localhost</c>, or <c>+</c> for every address.</param>
    /// <param name="port">TCP port.</param>
    /// <param name="url">Path, without a slash before and with one behind.</param>
    /// <param name="registry">null: <see cref="Metrics.DefaultRegistry"/>.</param>
    public MetricServer(string hostname, int port, string url = "metrics/", CollectorRegistry? registry = null)
    {
        _listener.Prefixes.Add($"http://{hostname}:{port}/{url}");
        _registry = registry ?? Metrics.DefaultRegistry;
    }

    /// <inheritdoc/>
    /// <exception cref="HttpListenerException">The port is taken.</exception>
    protected override Task StartServer(CancellationToken cancel)
    {
        _listener.Start();
        return ServeAsync(cancel);
    }

    private async Task ServeAsync(CancellationToken cancellationToken)
    {
        await using var stop = cancellationToken.Register(_listener.Close);
        while (true)
        {
            HttpListenerContext context;
            try
            {
                context = await _listener.GetContextAsync();
            }
            catch (Exception e) when (e is HttpListenerException or ObjectDisposedException && cancellationToken.IsCancellationRequested)
            {
                return;
            }

            _ = AnswerAsync(context.Response, cancellationToken);
        }
    }

    private async Task AnswerAsync(HttpListenerResponse response, CancellationToken cancellationToken)
    {
        try
        {
            response.ContentType = PrometheusConstants.TextContentTypeWithVersionAndEncoding;
            await _registry.CollectAndExportAsTextAsync(response.OutputStream, cancellationToken);
            response.Close();
        }
        catch (ScrapeFailedException failure)
        {
            response.StatusCode = (int)HttpStatusCode.ServiceUnavailable;
            response.Close(System.Text.Encoding.UTF8.GetBytes(failure.Message), willBlock: false);
        }
        catch (Exception)
        {
            // The scraper left or the server stops. There is nobody to tell, and the next scrape starts afresh.
            response.Abort();
        }
    }
}
