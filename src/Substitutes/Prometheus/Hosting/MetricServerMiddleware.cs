using Microsoft.AspNetCore.Http;

namespace Prometheus;

/// <summary>
/// Answers every request with the metrics: 200 in the format that the Accept header (or the query parameter <c>accept</c>, for a
/// browser's address bar) asks for, or 503 with the message of a <see cref="ScrapeFailedException"/>.
/// </summary>
public sealed class MetricServerMiddleware
{
    private readonly CollectorRegistry _registry;
    private readonly bool _enableOpenMetrics;

    /// <param name="next">Never called: this ends the pipeline.</param>
    /// <param name="settings">Read once.</param>
    public MetricServerMiddleware(RequestDelegate next, Settings settings)
    {
        _registry = settings.Registry ?? Metrics.DefaultRegistry;
        _enableOpenMetrics = settings.EnableOpenMetrics;
    }

    public async Task Invoke(HttpContext context)
    {
        var accept = context.Request.Query.TryGetValue("accept", out var fromQuery) ? fromQuery : context.Request.Headers.Accept;
        var format = _enableOpenMetrics ? ContentNegotiation.Choose(accept!) : ExpositionFormat.PrometheusText;
        var response = context.Response;
        try
        {
            using var text = await _registry.CollectAsync(format, context.RequestAborted);
            response.ContentType = format == ExpositionFormat.OpenMetricsText
                ? PrometheusConstants.OpenMetricsContentTypeWithVersionAndEncoding
                : PrometheusConstants.TextContentTypeWithVersionAndEncoding;

            // With its length it needs no chunk to end it: one packet less that the scraper has to be woken for.
            response.ContentLength = text.Written.Length;
            await response.Body.WriteAsync(text.Written, context.RequestAborted);
        }
        catch (OperationCanceledException) when (context.RequestAborted.IsCancellationRequested)
        {
            // The scraper left. It says so itself.
        }
        catch (ScrapeFailedException failure)
        {
            response.StatusCode = StatusCodes.Status503ServiceUnavailable;
            response.ContentType = "text/plain; charset=utf-8";
            await response.WriteAsync(failure.Message, context.RequestAborted);
        }
    }

    public sealed class Settings
    {
        /// <summary>null: <see cref="Metrics.DefaultRegistry"/>.</summary>
        public CollectorRegistry? Registry { get; set; }

        /// <summary>false: always Prometheus text, which carries no exemplars.</summary>
        public bool EnableOpenMetrics { get; set; } = true;
    }
}
