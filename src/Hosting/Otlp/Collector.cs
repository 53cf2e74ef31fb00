using System.Globalization;
using Hosting.Settings;
using OpenTelemetry.Exporter;

namespace Hosting.Otlp;

/// <summary>Where a host sends what it measures and logs by OTLP.</summary>
/// <param name="Address">With the path of the signal.</param>
/// <param name="IsGrpc">Whether it speaks gRPC; otherwise it takes protobuf over HTTP.</param>
internal sealed record CollectorEndpoint(Uri Address, bool IsGrpc)
{
    public OtlpExportProtocol Protocol => IsGrpc ? OtlpExportProtocol.Grpc : OtlpExportProtocol.HttpProtobuf;
}

/// <summary>The settings about collectors, and OpenTelemetry's own environment variables.</summary>
internal static class Collector
{
    private const string Grpc = "grpc", Http = "http/protobuf";

    /// <param name="builder">The host's.</param>
    /// <param name="setting">Relative to the host's section.</param>
    /// <param name="signal">The last part of every collector's path (OTLP 1.0, section "OTLP/HTTP Request").</param>
    /// <returns>Null if the setting is absent or not valid.</returns>
    /// <exception cref="InvalidDataException">The environment names a protocol that is not spoken here.</exception>
    public static CollectorEndpoint? Endpoint(WebApplicationBuilder builder, string setting, string signal)
    {
        if (builder.Configuration[builder.Services.Host().Key(setting)] is not { Length: > 0 } text
            || !new HttpUrlAttribute().IsValid(text))
        {
            return null;
        }

        var address = new Uri(text).AbsoluteUri.TrimEnd('/');
        return IsGrpc(builder.Configuration, signal)
            ? new(new Uri($"{address}{ServiceOf(signal)}"), IsGrpc: true)
            : new(new Uri($"{address}/v1/{signal}"), IsGrpc: false);
    }

    private static bool IsGrpc(ConfigurationManager environment, string signal)
    {
        var variable = $"OTEL_EXPORTER_OTLP_{signal.ToUpperInvariant()}_PROTOCOL";
        variable = environment[variable] is { Length: > 0 } ? variable : "OTEL_EXPORTER_OTLP_PROTOCOL";
        return environment[variable] switch
        {
            null or "" or Http => false,
            Grpc => true,
            var other => throw new InvalidDataException($"{variable}={other} is not spoken here: write {Http} or {Grpc}."),
        };
    }

    /// <summary>OpenTelemetry's exporter adds the path of the service by itself.</summary>
    private static string ServiceOf(string signal) =>
        signal == "metrics" ? "/opentelemetry.proto.collector.metrics.v1.MetricsService/Export" : "";

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
