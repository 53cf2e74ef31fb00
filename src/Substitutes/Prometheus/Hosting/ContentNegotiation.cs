using Microsoft.Net.Http.Headers;

namespace Prometheus;

/// <summary>Which format a scraper would rather have: https://prometheus.io/docs/instrumenting/content_negotiation</summary>
internal static class ContentNegotiation
{
    /// <param name="accept">Values of the Accept header. What is no media type in it is passed over.</param>
    public static ExpositionFormat Choose(IList<string> accept)
    {
        var preferred = (MediaTypeHeaderValue.TryParseList(accept, out var acceptable) ? acceptable : [])
            .Where(type => type.Quality != 0)
            .OrderByDescending(type => type.Quality ?? 1)
            .FirstOrDefault(type => Is(type, PrometheusConstants.TextContentType) || Is(type, PrometheusConstants.OpenMetricsContentType));
        return preferred is not null && Is(preferred, PrometheusConstants.OpenMetricsContentType)
            ? ExpositionFormat.OpenMetricsText
            : ExpositionFormat.PrometheusText;
    }

    private static bool Is(MediaTypeHeaderValue type, string name) => type.MediaType.Equals(name, StringComparison.OrdinalIgnoreCase);
}
