using System.Globalization;
using Hosting.Settings;

namespace Hosting.Otlp;

/// <summary>
/// Where a host sends what it measures and logs (OTLP over HTTP), and OpenTelemetry's own environment variables about it.
/// </summary>
internal static class Collector
{
    /// <param name="builder">The host's.</param>
    /// <param name="setting">Relative to the host's section.</param>
    /// <param name="signal">The last part of every collector's path (OTLP 1.0, section "OTLP/HTTP Request").</param>
    /// <returns>Null if the setting is absent or not valid.</returns>
    public static Uri? Endpoint(WebApplicationBuilder builder, string setting, string signal) =>
        builder.Configuration[builder.Services.Host().Key(setting)] is { } address && new HttpUrlAttribute().IsValid(address)
            ? new Uri($"{new Uri(address).AbsoluteUri.TrimEnd('/')}/v1/{signal}")
            : null;

    /// <summary><c>OTEL_EXPORTER_OTLP_HEADERS</c>: <c>name=value,name=value</c>, each value as in a URL.</summary>
    public static IEnumerable<(string Name, string Value)> Headers(IConfiguration environment) =>
        (environment["OTEL_EXPORTER_OTLP_HEADERS"] ?? "").Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)
            .Select(pair => pair.Split('=', 2)).Where(pair => pair.Length == 2)
            .Select(pair => (pair[0].Trim(), Uri.UnescapeDataString(pair[1].Trim())));

    /// <summary>A variable in milliseconds, such as <c>OTEL_METRIC_EXPORT_INTERVAL</c>.</summary>
    public static TimeSpan Milliseconds(IConfiguration environment, string variable, TimeSpan otherwise) =>
        int.TryParse(environment[variable], NumberStyles.None, CultureInfo.InvariantCulture, out var milliseconds) && milliseconds > 0
            ? TimeSpan.FromMilliseconds(milliseconds) : otherwise;
}
