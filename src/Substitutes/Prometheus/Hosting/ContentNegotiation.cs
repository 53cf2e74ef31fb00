using Microsoft.Net.Http.Headers;

namespace Prometheus;

/// <summary>The format that a scraper prefers: https://prometheus.io/docs/instrumenting/content_negotiation</summary>
internal static class ContentNegotiation
{
    public const string Text = "text/plain";
    public const string OpenMetrics = "application/openmetrics-text";

    /// <param name="accept">Values of the Accept header. Those that are no media type are ignored.</param>
    public static ExpositionFormat Choose(IList<string> accept)
    {
        var preferred = (MediaTypeHeaderValue.TryParseList(accept, out var acceptable) ? acceptable : [])
            .Where(type => type.Quality != 0)
            .OrderByDescending(type => type.Quality ?? 1)
            .FirstOrDefault(type => Is(type, Text) || Is(type, OpenMetrics));
        return preferred is not null && Is(preferred, OpenMetrics)
            ? ExpositionFormat.OpenMetricsText
            : ExpositionFormat.PrometheusText;
    }

    private static bool Is(MediaTypeHeaderValue type, string name) => type.MediaType.Equals(name, StringComparison.OrdinalIgnoreCase);
}
