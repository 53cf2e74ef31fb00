namespace Prometheus;

public static class PrometheusConstants
{
    public const string TextContentType = "text/plain";
    public const string OpenMetricsContentType = "application/openmetrics-text";

    public const string TextContentTypeWithVersionAndEncoding = TextContentType + "; version=0.0.4; charset=utf-8";
    public const string OpenMetricsContentTypeWithVersionAndEncoding = OpenMetricsContentType + "; version=1.0.0; charset=utf-8";
}
