using Hosting.Settings;
using OpenTelemetry.Exporter;
using OpenTelemetry.Resources;
using OpenTelemetry.Trace;

namespace Hosting.Tracing;

/// <summary>
/// Sends the spans of requests to a collector (OTLP over HTTP). Further settings are those of OpenTelemetry, in its own environment
/// variables: headers, the sampler, the size of batches. Without <see cref="HostSettings.Traces"/> no span is made.
/// </summary>
internal static class TraceExport
{
    /// <summary>The path of every collector (OTLP 1.0, section "OTLP/HTTP Request").</summary>
    private const string Path = "v1/traces";

    /// <summary>Requests of machines that look after the host, each of which would be a trace.</summary>
    private static readonly string[] Left = ["/healthz", "/metrics", "/grpc.health.v1.Health"];

    public static void AddTraceExport(this WebApplicationBuilder builder)
    {
        var described = builder.Services.First(service => service.ServiceType == typeof(HostDescription));
        var host = (HostDescription)described.ImplementationInstance!;
        if (Endpoint(builder.Configuration[host.Key(nameof(HostSettings.Traces))]) is { } endpoint)
        {
            Add(builder.Services, host, endpoint);
        }
    }

    // A method of its own: a host that exports nothing loads no assembly of OpenTelemetry.
    private static void Add(IServiceCollection services, HostDescription host, Uri endpoint) => services
        .ConfigureOpenTelemetryTracerProvider((provider, traces) =>
            traces.AddSource([.. provider.GetServices<SpanSource>().Select(source => source.Spans.Name)]))
        .AddOpenTelemetry()
            .ConfigureResource(resource => resource.AddService(host.Name, serviceVersion: host.Version))
            .WithTracing(traces => traces
                .AddAspNetCoreInstrumentation(requests => requests.Filter = context =>
                    !Left.Any(path => context.Request.Path.StartsWithSegments(path, StringComparison.Ordinal)))
                .AddOtlpExporter(exporter => (exporter.Protocol, exporter.Endpoint) = (OtlpExportProtocol.HttpProtobuf, endpoint)));

    /// <returns>Null if the setting is absent or not valid.</returns>
    private static Uri? Endpoint(string? collector) =>
        Uri.TryCreate(collector, UriKind.Absolute, out var address) && (address.Scheme is "http" or "https")
            ? new Uri($"{address.AbsoluteUri.TrimEnd('/')}/{Path}")
            : null;
}
