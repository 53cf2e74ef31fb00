using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace Prometheus;

public static class MetricServerMiddlewareExtensions
{
    private const string DisplayName = "Prometheus metrics";
    private const string TextContentType = ContentNegotiation.Text + "; version=0.0.4; charset=utf-8";
    private const string OpenMetricsContentType = ContentNegotiation.OpenMetrics + "; version=1.0.0; charset=utf-8";

    /// <summary>
    /// Answers every method at the pattern with the metrics, in the format that the Accept header asks for, or the query parameter
    /// <c>accept</c>, for a browser's address bar.
    /// </summary>
    /// <param name="endpoints">The application.</param>
    /// <param name="pattern">A route.</param>
    /// <param name="registry">Required here: there is no default registry.</param>
    public static IEndpointConventionBuilder MapMetrics(
        this IEndpointRouteBuilder endpoints, string pattern = "/metrics", CollectorRegistry? registry = null)
    {
        ArgumentNullException.ThrowIfNull(registry);
        return endpoints.Map(pattern, context => AnswerAsync(context, registry)).WithDisplayName(DisplayName);
    }

    private static async Task AnswerAsync(HttpContext context, CollectorRegistry registry)
    {
        var accept = context.Request.Query.TryGetValue("accept", out var fromQuery) ? fromQuery : context.Request.Headers.Accept;
        var format = ContentNegotiation.Choose(accept!);
        var response = context.Response;
        try
        {
            using var text = registry.Collect(format);
            response.ContentType = format == ExpositionFormat.OpenMetricsText ? OpenMetricsContentType : TextContentType;

            // With its length it needs no chunk to end it: one packet less that the scraper has to be woken for.
            response.ContentLength = text.Written.Length;
            await response.Body.WriteAsync(text.Written, context.RequestAborted);
        }
        catch (OperationCanceledException) when (context.RequestAborted.IsCancellationRequested)
        {
            // The scraper left, and knows it.
        }
    }
}
